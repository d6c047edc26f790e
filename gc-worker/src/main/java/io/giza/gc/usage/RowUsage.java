package io.giza.gc.usage;

import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.Value.Kind;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.FormatException;
import io.giza.record.ManifestCodec;
import io.giza.usage.Usage;
import io.giza.version.CreationTime;

import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a row holds, as the row itself says.
 *
 * @param usage what it adds to that of its bucket
 * @param newest when the newest of it was put or marked; {@link Instant#MIN} where it holds nothing
 */
record RowUsage(Usage usage, Instant newest) {
    private static final RowUsage NOTHING = new RowUsage(Usage.NONE, Instant.MIN);

    /** Tells what a put takes in all data centers. */
    @FunctionalInterface
    interface StoredBytes {
        long of(Entry put, Manifest manifest);
    }

    /**
     * Returns what the row of an object holds: all its versions, and its markers but for those that
     * nobody is shown.
     *
     * @param row with its whole log
     * @throws FormatException if a later release wrote something of it
     */
    static RowUsage ofObject(Row row, StoredBytes stored) {
        // A row that lags behind may know that a version was dropped and not that it was deleted.
        List<Entry> live =
                entries(row, state -> state instanceof Fold.Live).stream()
                        .filter(entry -> !isHiddenMarker(entry))
                        .toList();
        RowUsage sum = NOTHING;
        for (Entry entry : live) {
            sum =
                    sum.plus(
                            entry.value().kind() == Kind.PUT
                                    ? version(entry, stored)
                                    : marker(entry));
        }
        boolean isObject = !live.isEmpty() && live.getLast().value().kind() == Kind.PUT;
        return isObject ? sum.plus(new RowUsage(new Usage(1, 0, 0, 0, 0, 0, 0), Instant.MIN)) : sum;
    }

    /**
     * Returns what the row of a part holds, or that of a list of parts: all its puts until their
     * deletion is decided, since an object may be made of any of them.
     *
     * @param row with its whole log
     * @throws FormatException if a later release wrote something of it
     */
    static RowUsage ofPart(Row row, StoredBytes stored) {
        RowUsage sum = NOTHING;
        for (Entry entry : entries(row, state -> !(state instanceof Fold.Deleted))) {
            if (entry.value().kind() != Kind.PUT) {
                continue;
            }
            Manifest manifest = ManifestCodec.decode(entry.value());
            Usage usage = new Usage(0, 0, 0, 0, 0, manifest.size(), stored.of(entry, manifest));
            sum = sum.plus(new RowUsage(usage, manifest.created()));
        }
        return sum;
    }

    /** Returns what both hold. */
    RowUsage plus(RowUsage other) {
        return new RowUsage(
                usage.plus(other.usage), newest.isAfter(other.newest) ? newest : other.newest);
    }

    private static List<Entry> entries(Row row, Predicate<Fold.VersionState> wanted) {
        var states = Fold.versionStates(row);
        return row.log().stream()
                .filter(entry -> !entry.isTruncated())
                .filter(
                        entry -> {
                            Fold.VersionState state = states.get(entry.version());
                            return state != null && wanted.test(state);
                        })
                .toList();
    }

    private static boolean isHiddenMarker(Entry entry) {
        return entry.value().kind() == Kind.MARKER && Mode.of(entry.value()) == Mode.HIDDEN_MARKER;
    }

    private static RowUsage version(Entry put, StoredBytes stored) {
        Manifest manifest = ManifestCodec.decode(put.value());
        Usage usage = new Usage(0, 1, 0, manifest.size(), 0, 0, stored.of(put, manifest));
        return new RowUsage(usage, manifest.created());
    }

    private static RowUsage marker(Entry marker) {
        return new RowUsage(
                new Usage(0, 0, 1, 0, 0, 0, 0), CreationTime.of(marker).orElse(Instant.MIN));
    }
}
