package io.giza.recovery.audit;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.record.FragmentName;
import io.giza.recovery.audit.AuditReport.Amount;
import io.giza.recovery.rows.RowDifference;
import io.giza.stripe.FragmentHeader.Kind;
import io.giza.stripe.FragmentInventory.Item;

import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * An account of one key space. Rows come in the order of keys and fragments in that of their
 * hashes, so first both are summed up over ranges of hashes; what does not come out even is looked
 * at one by one, so many ranges at a time as fit into memory.
 */
final class SpaceAudit {
    private final BucketId space;
    private final AuditRows rows;
    private final AuditFragments fragments;
    private final UnevenRows uneven;
    private final AuditTally tally;
    private final Map<DcName, RangeSums> sums = new TreeMap<>();
    private final int limit;

    /**
     * Wires an account.
     *
     * @param stores whose fragments are looked at
     * @param sums makes sums of nothing
     * @param limit so many fragments are looked at one by one at a time
     */
    SpaceAudit(
            BucketId space,
            Sources sources,
            Set<DcName> stores,
            Supplier<RangeSums> sums,
            int limit) {
        this.space = space;
        this.rows = sources.rows();
        this.fragments = sources.fragments();
        this.uneven = sources.uneven();
        this.tally = sources.tally();
        this.limit = limit;
        stores.forEach(dc -> this.sums.put(dc, sums.get()));
    }

    /** What goes over rows and over fragments, and where it is added up. */
    record Sources(AuditRows rows, AuditFragments fragments, UnevenRows uneven, AuditTally tally) {}

    /** Takes the account; of what cannot be looked at the tally is told. */
    void run(BooleanSupplier mayContinue) {
        if (!rows.walk(space, _ -> true, this::sumUp, mayContinue)) {
            return;
        }
        var whole = new AuditFragments.HashRange(space, 0, RangeSums.RANGES);
        sums.forEach(
                (dc, each) -> {
                    if (tally.isAnswering(dc)) {
                        fragments.walk(
                                dc,
                                whole,
                                (_, name, item) ->
                                        each.addPresent(name, item.length(), isData(item)),
                                mayContinue);
                    }
                });
        if (!mayContinue.getAsBoolean()) {
            return;
        }
        BitSet mismatched = new BitSet(RangeSums.RANGES);
        for (int range = 0; range < RangeSums.RANGES; range++) {
            if (isMatching(range)) {
                addMatching(range);
            } else {
                mismatched.set(range);
            }
        }
        auditInGroups(mismatched, mayContinue);
    }

    private void sumUp(ObjectKey key, Expectation expectation, RowDifference difference) {
        tally.addRow(key, expectation);
        uneven.seen(key, difference);
        expectation
                .fragments()
                .forEach(
                        (location, fragment) -> {
                            fragments.addAccount(new FragmentName(location.name()).account());
                            RangeSums sum = sums.get(location.dc());
                            if (sum == null) {
                                tally.addExpected(location.dc(), Amount.NONE);
                            } else {
                                sum.addExpected(location, fragment.length());
                            }
                        });
    }

    private static boolean isData(Item item) {
        return item.header().filter(header -> header.kind() == Kind.DATA).isPresent();
    }

    private boolean isMatching(int range) {
        return sums.entrySet().stream()
                .allMatch(
                        each ->
                                !tally.isAnswering(each.getKey())
                                        || each.getValue().isMatching(range));
    }

    private void addMatching(int range) {
        sums.forEach(
                (dc, each) -> {
                    Amount amount =
                            new Amount(each.expectedCount(range), each.expectedBytes(range));
                    tally.addExpected(dc, amount);
                    if (tally.isAnswering(dc)) {
                        tally.addPresent(dc, amount);
                        tally.addFound(dc, Verdict.FOUND, amount);
                    }
                });
    }

    private void auditInGroups(BitSet mismatched, BooleanSupplier mayContinue) {
        BitSet group = new BitSet(RangeSums.RANGES);
        long size = 0;
        for (int range = mismatched.nextSetBit(0);
                range >= 0;
                range = mismatched.nextSetBit(range + 1)) {
            if (size > 0 && size + fragmentCount(range) > limit) {
                auditGroup(group, mayContinue);
                group.clear();
                size = 0;
            }
            group.set(range);
            size += fragmentCount(range);
        }
        if (!group.isEmpty()) {
            auditGroup(group, mayContinue);
        }
    }

    private long fragmentCount(int range) {
        return sums.values().stream().mapToLong(each -> each.fragmentCount(range)).sum();
    }

    private void auditGroup(BitSet group, BooleanSupplier mayContinue) {
        new RangeAudit(
                        space,
                        new Sources(rows, fragments, uneven, tally),
                        sums.keySet(),
                        (BitSet) group.clone())
                .run(mayContinue);
    }
}
