package io.giza.bench.wan.figures;

/** Sizes in words. */
final class Sizes {
    private static final long MIB = 1 << 20;

    private Sizes() {}

    /** Returns a size as options have it, such as 4MiB. */
    static String text(long bytes) {
        return bytes % MIB == 0 ? bytes / MIB + "MiB" : bytes / 1024 + "KiB";
    }
}
