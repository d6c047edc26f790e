package io.giza.recovery.audit;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.record.FragmentName;
import io.giza.recovery.audit.AuditReport.Amount;
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
            BucketId space, Walks walks, Set<DcName> stores, Supplier<RangeSums> sums, int limit) {
        this.space = space;
        this.rows = walks.rows();
        this.fragments = walks.fragments();
        this.tally = walks.tally();
        this.limit = limit;
        stores.forEach(dc -> this.sums.put(dc, sums.get()));
    }

    /** What goes over rows and over fragments, and where it is added up. */
    record Walks(AuditRows rows, AuditFragments fragments, AuditTally tally) {}

    /** Takes the account; of what cannot be looked at the tally is told. */
    void run(BooleanSupplier goesOn) {
        if (!rows.walk(space, _ -> true, this::sumUp, goesOn)) {
            return;
        }
        var whole = new AuditFragments.Part(space, 0, RangeSums.RANGES);
        sums.forEach(
                (dc, each) -> {
                    if (tally.answers(dc)) {
                        fragments.walk(
                                dc,
                                whole,
                                (_, name, item) -> each.lies(name, item.length(), isData(item)),
                                goesOn);
                    }
                });
        if (!goesOn.getAsBoolean()) {
            return;
        }
        BitSet uneven = new BitSet(RangeSums.RANGES);
        for (int range = 0; range < RangeSums.RANGES; range++) {
            if (isEven(range)) {
                add(range);
            } else {
                uneven.set(range);
            }
        }
        lookAt(uneven, goesOn);
    }

    private void sumUp(ObjectKey key, Expectation expectation, Set<DcName> behind) {
        tally.row(key, expectation);
        if (!behind.isEmpty()) {
            tally.uneven(key, behind);
        }
        expectation
                .fragments()
                .forEach(
                        (place, due) -> {
                            fragments.expectOf(new FragmentName(place.name()).account());
                            RangeSums of = sums.get(place.dc());
                            if (of == null) {
                                tally.expected(place.dc(), Amount.NONE);
                            } else {
                                of.want(place, due.length());
                            }
                        });
    }

    private static boolean isData(Item item) {
        return item.header().filter(header -> header.kind() == Kind.DATA).isPresent();
    }

    private boolean isEven(int range) {
        return sums.entrySet().stream()
                .allMatch(each -> !tally.answers(each.getKey()) || each.getValue().isEven(range));
    }

    private void add(int range) {
        sums.forEach(
                (dc, each) -> {
                    Amount amount = new Amount(each.wanted(range), each.bytes(range));
                    tally.expected(dc, amount);
                    if (tally.answers(dc)) {
                        tally.lying(dc, amount);
                        tally.found(dc, Verdict.FOUND, amount);
                    }
                });
    }

    private void lookAt(BitSet uneven, BooleanSupplier goesOn) {
        BitSet group = new BitSet(RangeSums.RANGES);
        long size = 0;
        for (int range = uneven.nextSetBit(0); range >= 0; range = uneven.nextSetBit(range + 1)) {
            if (size > 0 && size + size(range) > limit) {
                look(group, goesOn);
                group.clear();
                size = 0;
            }
            group.set(range);
            size += size(range);
        }
        if (!group.isEmpty()) {
            look(group, goesOn);
        }
    }

    private long size(int range) {
        return sums.values().stream().mapToLong(each -> each.size(range)).sum();
    }

    private void look(BitSet group, BooleanSupplier goesOn) {
        new RangeAudit(
                        space,
                        new Walks(rows, fragments, tally),
                        sums.keySet(),
                        (BitSet) group.clone())
                .run(goesOn);
    }
}
