package io.giza.recovery.rows;

import io.giza.model.DcName;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What became of the data of a version, as some row of a key knows it and others do not: nobody
 * waited for them when they were told.
 *
 * @param resolved the version, with all that is known of its data
 * @param unaware the data centers whose rows hold the version and know less, ascending
 */
record ResolutionGap(Entry resolved, List<DcName> unaware) {
    ResolutionGap {
        unaware = List.copyOf(unaware);
    }

    /**
     * Compares what rows say of the data of the versions that they hold. Nothing is of interest of
     * those that are deleted.
     *
     * @param rows what each data center has of it, at least one
     */
    static List<ResolutionGap> of(Map<DcName, Row> rows) {
        Row known = RowDifference.of(rows).most();
        for (Row row : rows.values()) {
            known = row.generation() == known.generation() ? known.learn(row.log()) : known;
        }
        List<ResolutionGap> gaps = new ArrayList<>();
        for (Entry entry : known.isEnded() ? List.<Entry>of() : known.log()) {
            List<DcName> unaware = unaware(rows, known.generation(), entry);
            if (!unaware.isEmpty() && isReadable(known, entry)) {
                gaps.add(new ResolutionGap(entry, unaware));
            }
        }
        return gaps;
    }

    private static boolean isReadable(Row row, Entry entry) {
        return entry.value().kind() == Value.Kind.PUT
                && !entry.isTruncated()
                && !Fold.isDeleted(row, entry.version());
    }

    private static List<DcName> unaware(Map<DcName, Row> rows, long generation, Entry entry) {
        return rows.entrySet().stream()
                .filter(each -> knowsLess(each.getValue(), generation, entry))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private static boolean knowsLess(Row row, long generation, Entry entry) {
        return row.generation() == generation
                && row.entry(entry.version())
                        .filter(held -> held.resolution() != entry.resolution())
                        .isPresent();
    }
}
