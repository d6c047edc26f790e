package io.giza.bench.wan.network;

/**
 * What connections are like.
 *
 * @param window the most bytes of one that are on their way; Linux gives a receiver some 3 MiB
 *     unless it is told otherwise
 * @param restarts whether a sender begins slowly again after a pause, as Linux does unless it is
 *     told otherwise
 * @param seed which segments are lost, where some are
 */
public record TcpModel(long window, boolean restarts, long seed) {
    /** As Linux is without any setting. */
    public static final TcpModel DEFAULT = new TcpModel(3L << 20, true, 1);

    public TcpModel {
        if (window < CongestionWindow.INITIAL) {
            throw new IllegalArgumentException(
                    "a window has at least " + CongestionWindow.INITIAL + " bytes, not " + window);
        }
    }
}
