package io.giza.gateway.read;

import io.giza.paxos.Entry;

import org.jspecify.annotations.Nullable;

/** At most one version that may be the newest, being read already. For one thread. */
final class SpeculativeRead implements AutoCloseable {
    private @Nullable Entry entry;
    private @Nullable RangeReader reader;

    /** Tells whether a version was guessed. */
    boolean hasBegun() {
        return entry != null;
    }

    /** Takes a guess, and what reads it. */
    void begin(Entry guessed, RangeReader guessedReader) {
        entry = guessed;
        reader = guessedReader;
    }

    /**
     * Hands over what reads {@code newest}, to be closed by the caller; null if another is read.
     */
    @Nullable RangeReader take(Entry newest) {
        RangeReader taken = reader;
        if (taken == null || entry == null || !entry.value().isSame(newest.value())) {
            return null;
        }
        reader = null;
        return taken;
    }

    /** Ends what was not handed over. */
    @Override
    public void close() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
