package io.giza.bench.contention;

import java.util.Locale;

/** Where those that write the same key are. */
enum WriterPlacement {
    /** All at the gateway of one data center: the paper's adversary. */
    SAME_DC,
    /** Each at the gateway of another data center, round and round. */
    CROSS_DC;

    /** Returns the index of the gateway of a writer. */
    int gatewayOf(int writer, int gateways) {
        return this == SAME_DC ? 0 : writer % gateways;
    }

    /** Returns the name in lower case, with a dash. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
