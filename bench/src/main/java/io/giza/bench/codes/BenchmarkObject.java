package io.giza.bench.codes;

import io.giza.model.Coding;

import java.util.Random;

/** An object of 4 MiB as shards: what every implementation is given. */
final class BenchmarkObject {
    /** User bytes per operation; the last few may be padding. */
    public static final int BYTES = 4 << 20;

    private static final long SEED = 20;

    private BenchmarkObject() {}

    /** Returns random data shards and empty parity shards, the same bytes each time. */
    public static byte[][] shards(Coding coding) {
        int length = (BYTES + coding.dataFragments() - 1) / coding.dataFragments();
        byte[][] shards = new byte[coding.fragments()][length];
        Random random = new Random(SEED);
        for (int i = 0; i < coding.dataFragments(); i++) {
            random.nextBytes(shards[i]);
        }
        return shards;
    }
}
