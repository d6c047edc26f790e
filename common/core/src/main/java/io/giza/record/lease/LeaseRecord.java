package io.giza.record.lease;

import java.time.Instant;
import java.util.Optional;

/**
 * What the newest version of a lease's row says.
 *
 * @param holder who does the work, a text of the worker's own
 * @param released whether the holder has given it back
 * @param progress how far the work is
 */
public record LeaseRecord(String holder, boolean released, Progress progress) {
    /**
     * How far a piece of work is that is done again and again.
     *
     * @param ended when it was done to its end last, by the clock of who did it
     * @param position where to go on with what is under way, in words of the work's own; empty for
     *     the beginning
     */
    public record Progress(Optional<Instant> ended, String position) {
        /** Nothing was ever done. */
        public static final Progress NONE = new Progress(Optional.empty(), "");
    }
}
