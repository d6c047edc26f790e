package io.giza.recovery.audit;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.record.FragmentName;
import io.giza.recovery.audit.AuditReport.Amount;
import io.giza.recovery.audit.Expectation.ExpectedFragment;
import io.giza.recovery.audit.SpaceAudit.Sources;
import io.giza.recovery.rows.RowDifference;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory.Item;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Looks at the fragments of some ranges one by one: at the rows, at the stores, and again at the
 * rows of what is not as it should be. Of what changed meanwhile nothing is said.
 */
final class RangeAudit {
    private final BucketId space;
    private final AuditRows rows;
    private final AuditFragments fragments;
    private final AuditTally tally;
    private final Set<DcName> stores;
    private final BitSet ranges;
    private final Map<String, ExpectedRow> expectedRows = new HashMap<>();
    private final Map<String, List<Suspect>> suspects = new HashMap<>();

    RangeAudit(BucketId space, Sources sources, Set<DcName> stores, BitSet ranges) {
        this.space = space;
        this.rows = sources.rows();
        this.fragments = sources.fragments();
        this.tally = sources.tally();
        this.stores = stores;
        this.ranges = ranges;
    }

    private record ExpectedRow(
            ObjectKey key, Expectation expectation, Set<FragmentLocation> unseen) {}

    private record Suspect(
            FragmentLocation location, Verdict verdict, long length, Optional<ObjectKey> key) {}

    void run(BooleanSupplier mayContinue) {
        if (!rows.walk(space, this::isInRanges, this::expect, mayContinue)) {
            return;
        }
        for (DcName dc : stores) {
            if (tally.isAnswering(dc)) {
                auditStore(dc, mayContinue);
            }
        }
        if (!mayContinue.getAsBoolean()) {
            return;
        }
        expectedRows.forEach(this::suspectMissing);
        if (!suspects.isEmpty()) {
            recheckSuspects(mayContinue);
        }
    }

    private boolean isInRanges(ObjectKey key) {
        return ranges.get(RangeSums.rangeOf(FragmentName.hashOf(key)));
    }

    private void expect(ObjectKey key, Expectation expectation, RowDifference difference) {
        if (expectation.hasSameFragments(Expectation.NOTHING)) {
            return;
        }
        Set<FragmentLocation> unseen = new HashSet<>();
        expectation
                .fragments()
                .forEach(
                        (location, fragment) -> {
                            unseen.add(location);
                            tally.addExpected(location.dc(), new Amount(1, fragment.length()));
                        });
        expectedRows.put(FragmentName.hashOf(key), new ExpectedRow(key, expectation, unseen));
    }

    private void auditStore(DcName dc, BooleanSupplier mayContinue) {
        int from = ranges.nextSetBit(0);
        while (from >= 0) {
            int to = ranges.nextClearBit(from);
            var part = new AuditFragments.HashRange(space, from, to);
            if (!fragments.walk(dc, part, this::judge, mayContinue)) {
                return;
            }
            from = ranges.nextSetBit(to);
        }
    }

    private void judge(FragmentLocation location, FragmentName name, Item item) {
        ExpectedRow row = expectedRows.get(name.keyHash());
        Expectation expectation = row == null ? Expectation.NOTHING : row.expectation();
        Verdict verdict = Verdict.of(expectation, location, name, item);
        tally.addPresent(location.dc(), new Amount(1, item.length()));
        if (row != null && verdict != Verdict.POISON) {
            row.unseen().remove(location);
        }
        if (verdict == Verdict.FOUND || verdict == Verdict.POISON) {
            tally.addFound(location.dc(), verdict, new Amount(1, item.length()));
        } else {
            Optional<ObjectKey> key =
                    row == null ? item.header().map(RangeAudit::key) : Optional.of(row.key());
            suspect(name.keyHash(), new Suspect(location, verdict, item.length(), key));
        }
    }

    private static ObjectKey key(FragmentHeader header) {
        return header.id().key();
    }

    private void suspectMissing(String hash, ExpectedRow row) {
        for (FragmentLocation location : row.unseen()) {
            ExpectedFragment fragment = row.expectation().fragments().get(location);
            if (fragment != null && tally.isAnswering(location.dc())) {
                suspect(
                        hash,
                        new Suspect(
                                location,
                                Verdict.MISSING,
                                fragment.length(),
                                Optional.of(row.key())));
            }
        }
    }

    private void suspect(String hash, Suspect suspect) {
        suspects.computeIfAbsent(hash, _ -> new ArrayList<>()).add(suspect);
    }

    private void recheckSuspects(BooleanSupplier mayContinue) {
        Set<String> unchanged = new HashSet<>(suspects.keySet());
        unchanged.removeAll(expectedRows.keySet());
        boolean walked =
                rows.walk(
                        space,
                        key -> suspects.containsKey(FragmentName.hashOf(key)),
                        (key, now, _) -> {
                            String hash = FragmentName.hashOf(key);
                            if (now.hasSameFragments(expectation(hash))) {
                                unchanged.add(hash);
                            } else {
                                unchanged.remove(hash);
                            }
                        },
                        mayContinue);
        suspects.forEach(
                (hash, found) ->
                        found.forEach(each -> settle(each, walked && unchanged.contains(hash))));
    }

    private Expectation expectation(String hash) {
        ExpectedRow row = expectedRows.get(hash);
        return row == null ? Expectation.NOTHING : row.expectation();
    }

    private void settle(Suspect suspect, boolean isSure) {
        Verdict verdict = isSure ? suspect.verdict() : Verdict.UNDECIDED;
        tally.addFound(suspect.location().dc(), verdict, new Amount(1, suspect.length()));
        if (!verdict.isFault()) {
            return;
        }
        if (suspect.key().isEmpty()) {
            tally.addExample(suspect.location(), verdict, space);
            return;
        }
        ObjectKey key = suspect.key().get();
        ExpectedFragment fragment =
                expectation(FragmentName.hashOf(key)).fragments().get(suspect.location());
        tally.addExample(
                suspect.location(), verdict, key, fragment == null ? 0 : fragment.version());
    }
}
