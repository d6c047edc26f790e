package io.giza.model;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What the newest version of an upload's row says of the upload.
 *
 * <pre>
 * OPEN        parts may be put            -> COMPLETING, ABORTED
 * COMPLETING  its object is being written -> COMPLETED, OPEN, ABORTED
 * COMPLETED   its object was written
 * ABORTED     it came to nothing
 * </pre>
 *
 * @param upload what was said when it was begun
 * @param state where in its life it is
 */
public record UploadRecord(Upload upload, State state) {
    /** Where in its life an upload is. */
    public sealed interface State {}

    /** Parts may be put. */
    public record Open() implements State {}

    /**
     * The record of the object is decided, and is being appended to the object's row: by whoever
     * finds this, exactly so.
     *
     * @param record the record; nobody ever appends another one while the upload is in this state
     * @param generation the incarnation of the object's row that it was made for
     * @param after the last version of that row before the record was made: it is none up to there
     * @param condition what must hold of the object for it to be appended
     */
    public record Completing(Value record, long generation, long after, Condition condition)
            implements State {}

    /**
     * The object was written.
     *
     * @param version the version that it became
     * @param mode how that stands to others of its key
     * @param result what is told of it
     * @param at when that was found
     */
    public record Completed(VersionId version, Mode mode, Result result, Instant at)
            implements State {}

    /**
     * It came to nothing.
     *
     * @param at when that was decided
     */
    public record Aborted(Instant at) implements State {}

    /**
     * What must hold of the object's newest version.
     *
     * @param absent whether there must be none
     * @param etag what its ETag must be, {@code *} for any
     */
    public record Condition(boolean absent, Optional<String> etag) {
        /** Nothing must hold. */
        public static final Condition NONE = new Condition(false, Optional.empty());
    }

    /**
     * What the client is told of the object.
     *
     * @param etag without quotes
     * @param checksums S3 checksums by lower-case algorithm name, base64
     */
    public record Result(String etag, Map<String, String> checksums) {
        public Result {
            checksums = Map.copyOf(checksums);
        }
    }

    /** Returns this upload in another state. */
    public UploadRecord withState(State other) {
        return new UploadRecord(upload, other);
    }
}
