package io.giza.recovery.rows;

import io.giza.model.DcName;
import io.giza.paxos.Row;

import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How the rows of one key differ between data centers.
 *
 * @param most the row that knows most
 * @param behind who knows less; nobody of a row that was removed and of which a stub is left
 *     somewhere, since it is no one's to learn
 */
public record RowDifference(Row most, Set<DcName> behind) {
    private static final Comparator<Row> BY_KNOWLEDGE =
            Comparator.comparingLong(Row::generation).thenComparingLong(Row::chosen);

    public RowDifference {
        behind = Set.copyOf(behind);
    }

    /** Tells whether a row knows as much as the one that knew most. */
    public boolean isReachedBy(Row row) {
        return BY_KNOWLEDGE.compare(row, most) >= 0;
    }

    /**
     * Compares rows.
     *
     * @param rows what each data center has of it, at least one
     */
    public static RowDifference of(Map<DcName, Row> rows) {
        Row most = rows.values().stream().max(BY_KNOWLEDGE).orElseThrow();
        return new RowDifference(
                most,
                rows.entrySet().stream()
                        .filter(
                                each ->
                                        most.chosen() > 0
                                                && BY_KNOWLEDGE.compare(each.getValue(), most) < 0)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet()));
    }
}
