package io.giza.version;

import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.record.MarkerCodec;

import java.time.Instant;
import java.util.Optional;

/** When a version of an object was made, by the clock of its gateway. */
public final class CreationTime {
    private CreationTime() {}

    /**
     * Returns the time of a version that is made now: the clock's, or a millisecond after the
     * newest version that is known, whose gateway's clock may be ahead. By no more, so that the
     * time of a row that is written often does not run away from clocks.
     *
     * @param row what is known of the row that the version is made for
     * @param now this gateway's clock
     */
    public static Instant after(Row row, Instant now) {
        return row.log().reversed().stream()
                .flatMap(entry -> of(entry).stream())
                .findFirst()
                .filter(newest -> !newest.isBefore(now))
                .map(newest -> newest.plusMillis(1))
                .orElse(now);
    }

    /** Returns when, empty if it does not say or is no version. */
    public static Optional<Instant> of(Entry entry) {
        Value value = entry.value();
        return switch (value.kind()) {
            case PUT ->
                    entry.isTruncated()
                            ? Optional.empty()
                            : Optional.of(ManifestCodec.decode(value).created());
            case MARKER -> MarkerCodec.created(value);
            case DELETE_VERSIONS, ANNOTATE, NO_OP, REMOVE, DROP, VISIBLE -> Optional.empty();
        };
    }
}
