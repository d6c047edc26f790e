package io.giza.erasure;

import io.giza.model.Coding;

import java.util.Arrays;
import java.util.Set;

/** The systematic Vandermonde Reed-Solomon code, parity byte-identical to JavaReedSolomon. */
final class ReedSolomonCode implements ErasureCode {
    private final Coding.ReedSolomon scheme;
    private final CodingKernel kernel;
    private final GeneratorMatrix generator;
    private final CodingKernel.Transform parity;

    ReedSolomonCode(Coding.ReedSolomon scheme, CodingKernel kernel) {
        this.scheme = scheme;
        this.kernel = kernel;
        generator =
                GeneratorMatrix.systematicVandermonde(scheme.fragments(), scheme.dataFragments());
        int[] parityRows = new int[scheme.parityFragments()];
        Arrays.setAll(parityRows, i -> scheme.dataFragments() + i);
        parity = kernel.prepare(generator.select(parityRows).coefficients());
    }

    @Override
    public Coding coding() {
        return scheme;
    }

    @Override
    public void encode(byte[][] shards, int offset, int length) {
        if (shards.length != scheme.fragments()) {
            throw new IllegalArgumentException(
                    scheme + " has " + scheme.fragments() + " shards, not " + shards.length);
        }
        byte[][] data = Arrays.copyOf(shards, scheme.dataFragments());
        byte[][] computed = Arrays.copyOfRange(shards, scheme.dataFragments(), shards.length);
        parity.apply(data, computed, offset, length);
    }

    @Override
    public boolean isDecodable(Set<Integer> shards) {
        return shards.stream().filter(i -> i >= 0 && i < scheme.fragments()).count()
                >= scheme.dataFragments();
    }

    @Override
    public Reconstruction reconstruction(int[] sources, int[] wanted) {
        if (Arrays.stream(sources).distinct().count() != sources.length) {
            throw new IllegalArgumentException("repeated sources: " + Arrays.toString(sources));
        }
        return kernel.prepare(generator.expressing(wanted, sources).coefficients())::apply;
    }
}
