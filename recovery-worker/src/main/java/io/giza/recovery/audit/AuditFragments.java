package io.giza.recovery.audit;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.record.FragmentName;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentInventory;
import io.giza.stripe.FragmentInventory.Item;
import io.giza.stripe.FragmentInventory.Page;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** Goes over what lies in the stores, a range of hashes of a key space at a time. */
final class AuditFragments {
    private static final int PAGE = FragmentInventory.MAX_PAGE;

    /** Comes after all hexadecimal digits. */
    private static final String AFTER_HEX_DIGITS = "g";

    private final Map<DcName, FragmentInventory> inventories;
    private final AuditTally tally;
    private final Set<String> accounts = new TreeSet<>();

    AuditFragments(Map<DcName, FragmentInventory> inventories, AuditTally tally) {
        this.inventories = inventories;
        this.tally = tally;
    }

    /** Hears of each fragment. */
    interface Visitor {
        void visit(FragmentLocation location, FragmentName name, Item item);
    }

    /** Some of a key space: ranges of hashes, from one on to before another. */
    record HashRange(BucketId space, int from, int to) {}

    /** Fragments of an account are expected, so they are looked for. */
    void addAccount(String account) {
        accounts.add(account);
    }

    /** Returns the key spaces of which something lies in any store, and learns the accounts. */
    SortedSet<BucketId> spaces(BooleanSupplier mayContinue) {
        SortedSet<BucketId> spaces = new TreeSet<>();
        for (DcName dc : new TreeSet<>(inventories.keySet())) {
            try {
                addSpaces(dc, spaces, mayContinue);
            } catch (ReplicaException | IllegalArgumentException e) {
                tally.unanswered(dc, String.valueOf(e.getMessage()));
            }
        }
        return spaces;
    }

    private void addSpaces(DcName dc, SortedSet<BucketId> spaces, BooleanSupplier mayContinue)
            throws ReplicaException {
        String after = "";
        while (mayContinue.getAsBoolean()) {
            Page page = inventory(dc).inventory(after, 1);
            if (page.items().isEmpty()) {
                return;
            }
            FragmentName first = new FragmentName(page.items().getFirst().name());
            accounts.add(first.account());
            spaces.add(first.bucket());
            after = folder(first.account(), first.bucket()) + AFTER_HEX_DIGITS;
        }
    }

    /**
     * Goes over what lies in the store of a data center.
     *
     * @return whether it said all
     */
    boolean walk(DcName dc, HashRange part, Visitor visitor, BooleanSupplier mayContinue) {
        try {
            for (String account : new TreeSet<>(accounts)) {
                walk(dc, account, part, visitor, mayContinue);
            }
            return true;
        } catch (ReplicaException | IllegalArgumentException e) {
            tally.unanswered(dc, String.valueOf(e.getMessage()));
            return false;
        }
    }

    private void walk(
            DcName dc, String account, HashRange part, Visitor visitor, BooleanSupplier mayContinue)
            throws ReplicaException {
        String folder = folder(account, part.space());
        String after = folder + RangeSums.hexPrefix(part.from());
        boolean more = true;
        while (more && mayContinue.getAsBoolean()) {
            Page page = inventory(dc).inventory(after, PAGE);
            for (Item item : page.items()) {
                FragmentName name = new FragmentName(item.name());
                if (!item.name().startsWith(folder)
                        || RangeSums.rangeOf(name.keyHash()) >= part.to()) {
                    return;
                }
                visitor.visit(new FragmentLocation(dc, item.name()), name, item);
                after = item.name();
            }
            more = page.more();
        }
    }

    private static String folder(String account, BucketId space) {
        return account + "/" + space + "/";
    }

    private FragmentInventory inventory(DcName dc) {
        return Objects.requireNonNull(inventories.get(dc));
    }
}
