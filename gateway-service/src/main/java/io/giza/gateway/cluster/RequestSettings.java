package io.giza.gateway.cluster;

import io.giza.stripe.write.StripeBuffers;

import java.time.Duration;

/**
 * How long puts, gets, deletes and lists wait. None of these but {@code confirmAfter} and {@code
 * bucketFreshness} is part of safety.
 *
 * @param commit how long deciding a record may take
 * @param upload how long the last fragments of a put may take to become durable
 * @param read how long a read may take to find out which version is the newest
 * @param resolve how long a version whose data is still arriving is waited for
 * @param poll how long to wait before looking again
 * @param grace how long a put waits for a late data center where the others bear losses
 * @param stall how long a put waits for a data center before that counts as away
 * @param hedgeAfter how late a fragment may be before another one is asked for
 * @param confirmAfter how old a put's proposal may be before its version must be confirmed by a
 *     quorum once its uploads ended; a clock that safety rests on, see {@link
 *     io.giza.version.PoisonAge}
 * @param bucketFreshness for how long a bucket's versioning counts as known once a quorum said it,
 *     and how long a change of it waits before it is told of; the same at all gateways, since
 *     safety rests on it
 * @param recordOrder whether fragments and record are made durable, and read, at the same time
 * @param stripes how much memory the stripes of all puts take at most, and how long one waits for
 *     it
 */
public record RequestSettings(
        Duration commit,
        Duration upload,
        Duration read,
        Duration resolve,
        Duration poll,
        Duration grace,
        Duration stall,
        Duration hedgeAfter,
        Duration confirmAfter,
        Duration bucketFreshness,
        RecordOrder recordOrder,
        StripeBuffers.Limits stripes) {
    /** When the record of a put is agreed on, and that of a get. */
    public enum RecordOrder {
        /** While the last fragments become durable, or are read: one round trip for both. */
        PARALLEL,
        /**
         * After all fragments are durable, and before any is read: the paper's baseline, one round
         * trip more.
         */
        SERIAL
    }

    /** Settings for data centers up to a continent apart. */
    public static final RequestSettings DEFAULTS =
            new RequestSettings(
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(3),
                    Duration.ofMillis(50),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(15),
                    Duration.ofMillis(500),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(2),
                    RecordOrder.PARALLEL,
                    new StripeBuffers.Limits(128 << 20, 1, Duration.ofSeconds(30)));

    /** Returns these settings with another {@link #recordOrder}. */
    public RequestSettings with(RecordOrder other) {
        return with(other, stripes);
    }

    /** Returns these settings with other room for {@link #stripes}. */
    public RequestSettings with(StripeBuffers.Limits other) {
        return with(recordOrder, other);
    }

    private RequestSettings with(RecordOrder otherOrder, StripeBuffers.Limits otherStripes) {
        return new RequestSettings(
                commit,
                upload,
                read,
                resolve,
                poll,
                grace,
                stall,
                hedgeAfter,
                confirmAfter,
                bucketFreshness,
                otherOrder,
                otherStripes);
    }
}
