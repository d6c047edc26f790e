package io.giza.stripe.write;

import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.replica.Promptness;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * How much longer than the others of its put a fragment takes to be durable, once all of its bytes
 * were sent. The fragments of a put have one length, so their data centers make the difference.
 * Used by the tasks of the uploads, since a put does not wait for all uploads.
 */
final class UploadRace {
    /** A late upload takes so many times as long as the others. */
    private static final int FACTOR = 5;

    private final Time time;
    private final Duration grace;
    private final Promptness promptness;

    /** The duration of each upload; zero after a failure, null before its end. */
    private final AtomicReferenceArray<@Nullable Duration> taken;

    /**
     * Prepares the race of a put.
     *
     * @param grace by how much a late upload exceeds the others at least
     */
    UploadRace(Time time, Duration grace, Promptness promptness, int fragments) {
        this.time = time;
        this.grace = grace;
        this.promptness = promptness;
        this.taken = new AtomicReferenceArray<>(fragments);
    }

    /** Returns the clock of the uploads. */
    Time time() {
        return time;
    }

    /** Adds an upload, also one that moved to a spare. */
    Entry enter(int index, DcName dc) {
        taken.set(index, null);
        return new Entry(index, dc);
    }

    /** One upload; used by its task alone. */
    final class Entry {
        private final int index;
        private final DcName dc;
        private @Nullable Ticks sentAt;
        private Duration took = Duration.ZERO;

        private Entry(int index, DcName dc) {
            this.index = index;
            this.dc = dc;
        }

        /** Notes that all bytes are sent, and are being made durable. */
        void sent() {
            promptness.begun(dc);
            sentAt = time.ticks();
        }

        /** Notes that the data center did not take the fragment. */
        void failed() {
            promptness.failed(dc);
        }

        /** Notes the end. */
        void end(boolean isStored) {
            Ticks began = sentAt;
            if (began != null) {
                promptness.ended(dc);
                took = began.elapsed(time).plusNanos(1);
            }
            taken.set(index, isStored ? took : Duration.ZERO);
            if (isStored) {
                compare();
            }
        }

        /** After a failed upload nothing is noted: perhaps it would have been the last. */
        private void compare() {
            Duration others = Duration.ZERO;
            boolean isLast = true;
            for (int i = 0; i < taken.length(); i++) {
                Duration other = taken.get(i);
                if (other != null && other.isZero()) {
                    return;
                }
                if (i != index && other != null && other.compareTo(others) > 0) {
                    others = other;
                }
                isLast &= other != null;
            }
            Duration lag = took.minus(others);
            if (isLast
                    && lag.compareTo(grace) > 0
                    && lag.compareTo(others.multipliedBy(FACTOR - 1)) > 0) {
                promptness.late(dc);
            } else {
                promptness.prompt(dc);
            }
        }
    }
}
