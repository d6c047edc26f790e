package io.giza.paxos;

import io.giza.model.Value;

/**
 * One chosen version of a row.
 *
 * @param version its number, from 1
 * @param value the chosen value
 * @param resolution what is known of its data
 */
public record Entry(long version, Value value, Resolution resolution) {
    /**
     * What a row knows of a version's data. It only ever grows, from UNRESOLVED to VISIBLE to
     * DEGRADED to REPAIRED, or from UNRESOLVED to ABORTED, so that it does not matter in which
     * order rows are told.
     */
    public enum Resolution {
        /** Chosen; whether enough fragments are durable is not known here. */
        UNRESOLVED,
        /** Enough fragments were durable at some time: the version can be read. */
        VISIBLE,
        /**
         * VISIBLE, and acknowledged before all fragments were known to be durable: it bears fewer
         * losses than its coding says, and is the first to be repaired.
         */
        DEGRADED,
        /** DEGRADED once, and since then all fragments were seen. */
        REPAIRED,
        /** The version can never become visible. */
        ABORTED
    }

    /** About how many bytes an entry takes besides the body of its value. */
    private static final int ENVELOPE_BYTES = 48;

    /** Returns about how many bytes this takes where it is stored. */
    public long bytes() {
        return ENVELOPE_BYTES + (long) value.body().size();
    }

    /** Returns a version that was just learned. */
    public static Entry learned(long version, Value value) {
        return new Entry(version, value, Resolution.UNRESOLVED);
    }

    /** Tells whether it is known that the version can be read. */
    public boolean isVisible() {
        return switch (resolution) {
            case VISIBLE, DEGRADED, REPAIRED -> true;
            case UNRESOLVED, ABORTED -> false;
        };
    }

    /** Tells whether this is a put of which nothing is left: its row dropped what it said. */
    public boolean isTruncated() {
        return value.kind() == Value.Kind.PUT && value.body().size() == 0;
    }

    /** Returns this entry without the body of its value. */
    public Entry truncated() {
        return new Entry(version, value.withoutBody(), resolution);
    }

    /** Returns this entry with what is known elsewhere of the same version added. */
    Entry resolvedBy(Resolution known) {
        boolean more =
                switch (resolution) {
                    case UNRESOLVED -> known != Resolution.UNRESOLVED;
                    case VISIBLE -> known == Resolution.DEGRADED || known == Resolution.REPAIRED;
                    case DEGRADED -> known == Resolution.REPAIRED;
                    case REPAIRED, ABORTED -> false;
                };
        return more ? new Entry(version, value, known) : this;
    }

    /**
     * Returns this entry with what {@code other} knows of the same version's data.
     *
     * @throws IllegalStateException if {@code other} is another value
     */
    public Entry resolvedBy(Entry other) {
        if (!value.isSame(other.value())) {
            throw new IllegalStateException(
                    "two values chosen as one version: " + this + " and " + other);
        }
        return resolvedBy(other.resolution());
    }
}
