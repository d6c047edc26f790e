package io.giza.gateway.read;

import io.giza.paxos.Entry;

import org.jspecify.annotations.Nullable;

/**
 * A version that may be the newest, being read already.
 *
 * @param entry the version
 * @param reader its reader
 */
record SpeculativeRead(@Nullable Entry entry, @Nullable RangeReader reader) {
    static final SpeculativeRead NONE = new SpeculativeRead(null, null);

    @Nullable RangeReader readerOf(Entry newest) {
        return entry != null && entry.value().isSame(newest.value()) ? reader : null;
    }

    void close() {
        if (reader != null) {
            reader.close();
        }
    }
}
