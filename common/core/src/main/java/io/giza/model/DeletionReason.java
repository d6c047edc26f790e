package io.giza.model;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;

/**
 * Why a record ends a version, which is the body of a DELETE_VERSIONS record.
 *
 * <pre>
 * body := nothing | 1 seconds          deleted, given up at that time
 * </pre>
 */
public enum DeletionReason {
    /** It was visible, or a marker, and is deleted; if it was a null, no older one returns. */
    DELETED,
    /** It never became visible: the object is as if it had not been put. */
    GIVEN_UP;

    private static final byte GIVEN_UP_AT = 1;
    private static final int GIVEN_UP_BYTES = 1 + Long.BYTES;

    /** Whatever a record says, it is a time. */
    private static final long MOST_SECONDS = Instant.MAX.getEpochSecond();

    /**
     * Returns the body of the record.
     *
     * @param at when it is decided; for what is given up, whose poison has to stay from then on
     */
    public Bytes body(Instant at) {
        return switch (this) {
            case DELETED -> Bytes.EMPTY;
            case GIVEN_UP ->
                    Bytes.copyOf(
                            ByteBuffer.allocate(GIVEN_UP_BYTES)
                                    .put(GIVEN_UP_AT)
                                    .putLong(at.getEpochSecond())
                                    .array());
        };
    }

    /**
     * Returns what a DELETE_VERSIONS record says.
     *
     * @throws IllegalArgumentException if it says nothing that is known
     */
    public static DeletionReason of(Value value) {
        return givenUpAt(value).isPresent() ? GIVEN_UP : DELETED;
    }

    /**
     * Returns when a DELETE_VERSIONS record gave its version up, empty if it was deleted.
     *
     * @throws IllegalArgumentException if the record says nothing that is known
     */
    public static Optional<Instant> givenUpAt(Value value) {
        byte[] body = value.body().toArray();
        if (body.length == 0) {
            return Optional.empty();
        }
        if (body.length != GIVEN_UP_BYTES || body[0] != GIVEN_UP_AT) {
            throw new IllegalArgumentException("no ending of a version: " + value);
        }
        long seconds = ByteBuffer.wrap(body, 1, Long.BYTES).getLong();
        return Optional.of(Instant.ofEpochSecond(Math.clamp(seconds, 0, MOST_SECONDS)));
    }
}
