package io.giza.stripe.write;

import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.replica.Promptness;
import io.giza.replica.Race;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * How much longer than the others of its put a fragment takes to be durable, once all of its bytes
 * were sent. The fragments of a put have one length, so their data centers make the difference.
 * Used by the tasks of the uploads.
 */
final class UploadRace {
    private final Time time;
    private final Promptness promptness;
    private final Race race;

    /**
     * Prepares the race of a put.
     *
     * @param grace by how much a late upload exceeds the others at least
     */
    UploadRace(Time time, Duration grace, Promptness promptness, int fragments) {
        this.time = time;
        this.promptness = promptness;
        this.race = new Race(grace, promptness, fragments);
    }

    /** Returns the clock of the uploads. */
    Time time() {
        return time;
    }

    /** Adds an upload, also one that moved to a spare. */
    Entry enter(int index, DcName dc) {
        race.restart(index);
        return new Entry(index, dc);
    }

    /** One upload; used by its task alone. */
    final class Entry {
        private final int index;
        private final DcName dc;
        private @Nullable Ticks sentAt;

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
            }
            if (isStored && began != null) {
                race.finished(index, dc, began.elapsed(time));
            } else {
                race.failed(index);
            }
        }
    }
}
