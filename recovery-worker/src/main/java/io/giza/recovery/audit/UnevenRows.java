package io.giza.recovery.audit;

import io.giza.commit.RowComparison;
import io.giza.commit.RowComparison.Page;
import io.giza.commit.group.CommitSettings;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.recovery.rows.RowDifference;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.version.VersionAccess;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Rows of which data centers knew less than others when they were looked at. A data center may just
 * then have been on its way to hear of a version, so each row is looked at again after a rest, and
 * called uneven only if the data center still has not reached what was known at the first look.
 */
final class UnevenRows {
    /** More rows than this are not looked at again: so many are no coincidence. */
    private static final int MAX_SUSPECTS = 1_000;

    /** The rests before each further look. */
    private static final List<Duration> RESTS =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(4));

    private final VersionAccess access;
    private final RowComparison comparison;
    private final AuditTally tally;
    private final Map<ObjectKey, RowDifference> suspects = new LinkedHashMap<>();

    UnevenRows(VersionAccess access, AuditTally tally) {
        this.access = access;
        this.comparison = new RowComparison(access.metadata(), CommitSettings.DEFAULTS);
        this.tally = tally;
    }

    /** A row was looked at; nothing is concluded yet, unless there are too many. */
    void seen(ObjectKey key, RowDifference difference) {
        if (difference.behind().isEmpty()) {
            return;
        }
        if (suspects.size() < MAX_SUSPECTS) {
            suspects.put(key, difference);
        } else {
            tally.uneven(key, difference.behind());
        }
    }

    /** Looks at the rows again, and tells the tally which are uneven. */
    void settle(BooleanSupplier mayContinue) {
        for (Duration rest : RESTS) {
            if (suspects.isEmpty() || !mayContinue.getAsBoolean()) {
                break;
            }
            access.surroundings().time().sleep(rest);
            suspects.replaceAll(
                    (key, before) -> mayContinue.getAsBoolean() ? again(key, before) : before);
            suspects.values().removeIf(each -> each.behind().isEmpty());
        }
        suspects.forEach((key, difference) -> tally.uneven(key, difference.behind()));
        suspects.clear();
    }

    /** Returns who still knows less than was known before; who does not answer now may do so. */
    private RowDifference again(ObjectKey key, RowDifference before) {
        Scan scan = new Scan(key.bucket(), "", key.name(), true, 1);
        Optional<Page> page = comparison.page(scan, access.after(access.timeouts().read()));
        if (page.isEmpty()) {
            return before;
        }
        Map<DcName, Row> rows = page.get().rows().getOrDefault(key.name(), Map.of());
        Set<DcName> behind = new HashSet<>(before.behind());
        behind.removeIf(
                dc -> !page.get().silent().contains(dc) && !isStillBehind(dc, before, rows));
        return new RowDifference(before.most(), behind);
    }

    private static boolean isStillBehind(DcName dc, RowDifference before, Map<DcName, Row> rows) {
        return !rows.isEmpty()
                && RowDifference.of(rows).behind().contains(dc)
                && !before.isReachedBy(rows.getOrDefault(dc, Row.ABSENT));
    }
}
