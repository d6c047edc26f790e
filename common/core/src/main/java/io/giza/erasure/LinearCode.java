package io.giza.erasure;

import io.giza.model.Coding;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What every code of a generator matrix has: shards are sums of others. Which shards suffice is
 * each code's own business.
 */
final class LinearCode {
    private final Coding scheme;
    private final CodingKernel kernel;
    private final GeneratorMatrix generator;
    private final CodingKernel.Transform parity;

    /**
     * @param generator a row per shard, those of data first
     */
    LinearCode(Coding scheme, GeneratorMatrix generator, CodingKernel kernel) {
        this.scheme = scheme;
        this.kernel = kernel;
        this.generator = generator;
        int[] parityRows = IntStream.range(scheme.dataFragments(), scheme.fragments()).toArray();
        parity = kernel.prepare(generator.select(parityRows).coefficients());
    }

    /** As {@link ErasureCode#encode}. */
    void encode(byte[][] shards, int offset, int length) {
        if (shards.length != scheme.fragments()) {
            throw new IllegalArgumentException(
                    scheme + " has " + scheme.fragments() + " shards, not " + shards.length);
        }
        byte[][] data = Arrays.copyOf(shards, scheme.dataFragments());
        byte[][] computed = Arrays.copyOfRange(shards, scheme.dataFragments(), shards.length);
        parity.apply(data, computed, offset, length);
    }

    /** As {@link ErasureCode#reconstruction}. */
    ErasureCode.Reconstruction reconstruction(int[] sources, int[] wanted) {
        if (Arrays.stream(sources).distinct().count() != sources.length) {
            throw new IllegalArgumentException("repeated sources: " + Arrays.toString(sources));
        }
        return kernel.prepare(generator.expressing(wanted, sources).coefficients())::apply;
    }
}
