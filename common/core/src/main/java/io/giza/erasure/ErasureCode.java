package io.giza.erasure;

import io.giza.model.Coding;

import java.util.Set;

/**
 * An erasure code at work: computes parity shards from data shards and any shard from enough
 * others. Stateless, so it may be shared.
 *
 * <p>Shards are arrays with a common range of bytes, {@code offset} to {@code offset + length};
 * bytes outside of that range are neither read nor written.
 */
public sealed interface ErasureCode permits ReedSolomonCode, LocalReconstructionCode {
    /** Returns the code of a scheme. */
    static ErasureCode of(Coding coding) {
        return switch (coding) {
            case Coding.ReedSolomon scheme -> new ReedSolomonCode(scheme, CodingKernels.kernel());
            case Coding.LocalReconstruction scheme ->
                    new LocalReconstructionCode(scheme, CodingKernels.kernel());
        };
    }

    /** Returns the scheme. */
    Coding coding();

    /**
     * Computes the parity shards.
     *
     * @param shards all n shards, data first; parity is overwritten
     * @param offset first byte of the range
     * @param length bytes of the range
     */
    void encode(byte[][] shards, int offset, int length);

    /** Tells whether the object can be had from exactly these shards. */
    boolean isDecodable(Set<Integer> shards);

    /**
     * Prepares to compute some shards from others.
     *
     * @param sources indices of the shards to compute from, each once; such as {@link
     *     DecodePlan#cheapest} gives
     * @param wanted indices of the shards to compute
     * @throws IllegalArgumentException if the sources do not determine the wanted shards
     */
    Reconstruction reconstruction(int[] sources, int[] wanted);

    /** Computes shards from others, for one choice of both. */
    interface Reconstruction {
        /**
         * Computes a range of the wanted shards.
         *
         * @param sources the source shards, in the order asked for
         * @param wanted the shards to fill, in the order asked for
         * @param offset first byte of the range
         * @param length bytes of the range
         */
        void apply(byte[][] sources, byte[][] wanted, int offset, int length);
    }
}
