package io.giza.recovery.audit;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * An account of all rows and fragments: what should be there and what is.
 *
 * @param complete whether all of it could be looked at
 * @param even whether it is complete, and nothing is otherwise than it should be
 * @param unanswered who or what could not be looked at
 * @param rows how many rows there are, and how many of them some data center knows less of
 * @param versions what versions there are
 * @param dataCenters by name, what should lie in the store of each data center, and what does
 * @param examples some of what is not as it should be
 */
public record AuditReport(
        boolean complete,
        boolean even,
        List<String> unanswered,
        Rows rows,
        Versions versions,
        Map<String, Store> dataCenters,
        List<Example> examples) {
    public AuditReport {
        unanswered = List.copyOf(unanswered);
        // In this order, which a copy of a map would not keep.
        dataCenters = Collections.unmodifiableMap(new LinkedHashMap<>(dataCenters));
        examples = List.copyOf(examples);
    }

    /** A row of which some data center knows less than another. */
    static final String UNEVEN_ROW = "row";

    /** The kinds of faults that {@link #faults} counts. */
    public static final List<String> FAULTS =
            Stream.concat(
                            Stream.of(UNEVEN_ROW),
                            Arrays.stream(Verdict.values())
                                    .filter(Verdict::isFault)
                                    .map(AuditTally::nameOf))
                    .toList();

    /** Returns how many faults of a kind were found, in all data centers. */
    public long faults(String kind) {
        return kind.equals(UNEVEN_ROW)
                ? rows.uneven()
                : dataCenters.values().stream()
                        .mapToLong(
                                store -> store.found().getOrDefault(kind, Amount.NONE).fragments())
                        .sum();
    }

    /**
     * Rows, those of buckets and the like included.
     *
     * @param all how many
     * @param uneven how many of them some data center knows less of than another
     */
    public record Rows(long all, long uneven) {}

    /**
     * Versions that no record deletes.
     *
     * @param objects keys of which there is one, that can be read
     * @param puts those of objects that can be read
     * @param markers markers of deletion
     * @param parts puts of parts of uploads, and of the lists of parts
     * @param undecided puts of which nobody knows yet whether they can be read
     */
    public record Versions(long objects, long puts, long markers, long parts, long undecided) {}

    /**
     * The fragment store of a data center.
     *
     * @param answered whether it said what lies in it
     * @param expected what should lie in it
     * @param lying what lies in it
     * @param found how much of which kind there is, or lacks, by the name of the {@link Verdict}
     */
    public record Store(
            boolean answered, Amount expected, Amount lying, Map<String, Amount> found) {
        public Store {
            found = Collections.unmodifiableMap(new LinkedHashMap<>(found));
        }
    }

    /** So many fragments, and their bytes. */
    public record Amount(long fragments, long bytes) {
        static final Amount NONE = new Amount(0, 0);

        Amount plus(Amount other) {
            return new Amount(fragments + other.fragments, bytes + other.bytes);
        }
    }

    /**
     * Something that is not as it should be.
     *
     * @param dc where
     * @param what is the matter: the name of a {@link Verdict}, or {@code row} for one that knows
     *     less than another data center's
     * @param bucket its name, or its identity if it has none any more
     * @param key the object's key, empty if not even that is known
     * @param version its version's number in the row, 0 if it is none
     * @param fragment the fragment's name in its store, empty for a row
     */
    public record Example(
            String dc, String what, String bucket, String key, long version, String fragment) {}
}
