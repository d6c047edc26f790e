package io.giza.bench.growth;

import io.giza.bench.filling.KeyFiller;
import io.giza.bench.load.ObjectNames;

import java.util.random.RandomGenerator;

/**
 * Gets choose from the keys that were filled, and new keys lie anywhere among them: in one place
 * they would be cheaper to keep.
 *
 * @param keys how many were filled
 */
record FilledNames(int keys) implements ObjectNames {
    /** Odd, so that the numbers that follow each other are scattered (Fibonacci hashing). */
    private static final int SCATTER = 0x9E3779B9;

    private static final int CLIENTS = 1024;

    @Override
    public String toPut(int run, int client, long count) {
        int number = (int) (count * CLIENTS + client) * SCATTER;
        return KeyFiller.name(Integer.remainderUnsigned(number, keys))
                + "-%d-%d-%d".formatted(run, client, count);
    }

    @Override
    public String toGet(RandomGenerator random) {
        return KeyFiller.name(random.nextInt(keys));
    }
}
