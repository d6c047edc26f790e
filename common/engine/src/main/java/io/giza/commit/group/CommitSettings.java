package io.giza.commit.group;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;

import java.time.Duration;

/**
 * How the metadata path proposes, and how patient it is. None of these is part of safety.
 *
 * @param hedge how long a fast round waits for the slowest data center once a quorum answered
 * @param phaseTimeout how long one phase waits for a quorum
 * @param medianRoundTrip the unit of back-off until a quorum's median round trip was measured
 * @param maxBackOff the longest back-off
 * @param firstRound on which kind of ballot a record is offered first
 * @param contention what a proposer does about others that want the same version
 * @param queue the queue of those that want to append to the same row at this gateway
 */
public record CommitSettings(
        Duration hedge,
        Duration phaseTimeout,
        Duration medianRoundTrip,
        Duration maxBackOff,
        FirstRound firstRound,
        Contention contention,
        Queue queue) {
    /** Settings for data centers up to a continent apart. */
    public static final CommitSettings DEFAULTS =
            new CommitSettings(
                    Duration.ofMillis(250),
                    Duration.ofSeconds(3),
                    Duration.ofMillis(20),
                    Duration.ofSeconds(2));

    /** On which kind of ballot a record is offered first. */
    public enum FirstRound {
        /** The fast ballot, of one round trip where nobody interferes. */
        FAST,
        /** A classic ballot, prepare and accept: the paper's Paxos, of two round trips. */
        CLASSIC
    }

    /** What a proposer does about others that want the same version. */
    public enum Contention {
        /**
         * Confirm what a quorum voted for, one's own or not, and rather look than preempt: pauses
         * are random, and rows are read again before the next ballot.
         */
        COOPERATIVE,
        /**
         * The simple strategy of Giza, sections 3.2 and 6: a lost fast round is followed by Prepare
         * at once, whatever value has the most votes is finished first, and pauses double from the
         * median round trip.
         */
        SIMPLE
    }

    /**
     * The queue of those that want to append to the same row at this gateway.
     *
     * @param enabled whether there is one
     * @param perKey how many may wait for their turn at one row
     * @param inAll how many may wait for their turn at any row
     */
    public record Queue(boolean enabled, int perKey, int inAll) {
        /** As many as a gateway has requests under way at its busiest. */
        public static final Queue DEFAULTS = new Queue(true, 100, 1000);

        public Queue {
            if (perKey < 1 || inAll < perKey) {
                throw new IllegalArgumentException(
                        "queue: per-key must be at least 1 and in-all at least per-key, not "
                                + perKey
                                + " and "
                                + inAll);
            }
        }
    }

    public CommitSettings {
        requirePositive("hedge", hedge);
        requirePositive("phase-timeout", phaseTimeout);
        requirePositive("median-round-trip", medianRoundTrip);
        requirePositive("max-back-off", maxBackOff);
    }

    /** Proposes as the defaults do, with another patience. */
    public CommitSettings(
            Duration hedge, Duration phaseTimeout, Duration medianRoundTrip, Duration maxBackOff) {
        this(
                hedge,
                phaseTimeout,
                medianRoundTrip,
                maxBackOff,
                FirstRound.FAST,
                Contention.COOPERATIVE,
                Queue.DEFAULTS);
    }

    /** Returns these settings with another way of proposing. */
    public CommitSettings withStrategy(FirstRound first, Contention strategy, Queue queueSettings) {
        return new CommitSettings(
                hedge, phaseTimeout, medianRoundTrip, maxBackOff, first, strategy, queueSettings);
    }

    /** Returns these settings with another {@link #hedge}. */
    public CommitSettings withHedge(Duration other) {
        return new CommitSettings(
                other, phaseTimeout, medianRoundTrip, maxBackOff, firstRound, contention, queue);
    }

    /** Returns when a phase that begins now has waited long enough; {@code deadline} at latest. */
    public Deadline phaseEnd(Time time, Deadline deadline) {
        return time.after(phaseTimeout).earlier(deadline);
    }

    /** Returns when a data center that has not answered is late; {@code deadline} at latest. */
    public Deadline hedgeEnd(Time time, Deadline deadline) {
        return time.after(hedge).earlier(deadline);
    }

    private static void requirePositive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
    }
}
