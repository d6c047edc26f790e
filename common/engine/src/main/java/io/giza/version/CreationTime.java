package io.giza.version;

import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.record.MarkerCodec;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When a version of an object was made, by the clock of its gateway. */
public final class CreationTime {
    /** Clocks that are apart by less take turns within one second anyway. */
    private static final Duration SAME_SECOND = Duration.ofSeconds(1);

    /** Clients that are signed in are not farther apart from their gateway (SigV4). */
    private static final Duration MOST_SKEW = Duration.ofMinutes(15);

    private CreationTime() {}

    /**
     * Returns the time of a version that is made now: the clock's, or later than that of the newest
     * version of the row, whose gateway's clock may be ahead. Conditions by time compare seconds,
     * so it is a later second then. A row that is written often does not run farther ahead than
     * clocks may be apart.
     *
     * @param row the row that the version is made for
     * @param now this gateway's clock
     */
    public static Instant after(Row row, Instant now) {
        Optional<Instant> newest =
                row.log().reversed().stream().flatMap(entry -> of(entry).stream()).findFirst();
        if (newest.isEmpty() || newest.get().isBefore(now)) {
            return now;
        }
        Duration ahead = Duration.between(now, newest.get());
        boolean isNextSecond = ahead.compareTo(SAME_SECOND) > 0 && ahead.compareTo(MOST_SKEW) < 0;
        return newest.get().plus(isNextSecond ? SAME_SECOND : Duration.ofMillis(1));
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
