package io.giza.erasure;

import io.giza.model.Coding;

import java.util.Set;

/** The systematic Vandermonde Reed-Solomon code, parity byte-identical to JavaReedSolomon. */
final class ReedSolomonCode implements ErasureCode {
    private final Coding.ReedSolomon scheme;
    private final LinearCode code;

    ReedSolomonCode(Coding.ReedSolomon scheme, CodingKernel kernel) {
        this.scheme = scheme;
        code =
                new LinearCode(
                        scheme,
                        GeneratorMatrix.systematicVandermonde(
                                scheme.fragments(), scheme.dataFragments()),
                        kernel);
    }

    @Override
    public Coding coding() {
        return scheme;
    }

    @Override
    public void encode(byte[][] shards, int offset, int length) {
        code.encode(shards, offset, length);
    }

    @Override
    public boolean isDecodable(Set<Integer> shards) {
        return shards.stream().filter(i -> i >= 0 && i < scheme.fragments()).count()
                >= scheme.dataFragments();
    }

    @Override
    public Reconstruction reconstruction(int[] sources, int[] wanted) {
        return code.reconstruction(sources, wanted);
    }
}
