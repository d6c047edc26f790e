package io.giza.bench.wan.network;

import java.time.Duration;

/**
 * What one direction of a link is like.
 *
 * @param oneWay how long a byte takes
 * @param bytesPerSecond how many may enter it
 * @param loss the share of segments that are lost and sent again, 0 to below 1
 */
public record LinkConditions(Duration oneWay, long bytesPerSecond, double loss) {
    public LinkConditions {
        if (oneWay.isNegative() || bytesPerSecond < 1 || loss < 0 || loss >= 1) {
            throw new IllegalArgumentException(
                    "no conditions: " + oneWay + ", " + bytesPerSecond + " B/s, loss " + loss);
        }
    }

    /** Returns these with bytes that take longer. */
    public LinkConditions slowerBy(Duration more) {
        return new LinkConditions(oneWay.plus(more), bytesPerSecond, loss);
    }

    /** Returns these with a share of segments lost. */
    public LinkConditions losing(double share) {
        return new LinkConditions(oneWay, bytesPerSecond, share);
    }
}
