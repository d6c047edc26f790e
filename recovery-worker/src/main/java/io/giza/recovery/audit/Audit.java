package io.giza.recovery.audit;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.recovery.audit.SpaceAudit.Sources;
import io.giza.stripe.FragmentInventory;
import io.giza.version.KeySpaces;
import io.giza.version.VersionAccess;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Audits an account: which fragments the rows of all data centers want where, and which there are.
 * It changes nothing. What is put or deleted meanwhile is not called a fault; once all has come to
 * rest the account is exact.
 */
public final class Audit {
    /** So many fragments are looked at one by one at a time. */
    public static final int DEFAULT_LIMIT = 50_000;

    private final VersionAccess access;
    private final Map<DcName, FragmentInventory> inventories;
    private final int limit;

    /**
     * Runs over one cluster.
     *
     * @param inventories what lies in the stores of all data centers
     * @param limit so many fragments are looked at one by one at a time, at least 1; {@link
     *     #DEFAULT_LIMIT}
     */
    public Audit(VersionAccess access, Map<DcName, FragmentInventory> inventories, int limit) {
        this.access = access;
        this.inventories = Map.copyOf(inventories);
        this.limit = limit;
    }

    /**
     * How far an audit is.
     *
     * @param done how many key spaces are accounted for
     * @param spaces how many there are, 0 if that is not known yet
     * @param report what was found up to now
     */
    public record Progress(int done, int spaces, AuditReport report) {}

    /**
     * Takes the account.
     *
     * @param mayContinue asked often; once it says no, the account is incomplete
     * @param progress hears how far it is, after each key space
     */
    public AuditReport run(BooleanSupplier mayContinue, Consumer<Progress> progress) {
        AuditTally tally = new AuditTally(inventories.keySet());
        AuditRows rows = new AuditRows(access, tally);
        AuditFragments fragments = new AuditFragments(inventories, tally);
        UnevenRows uneven = new UnevenRows(access, tally);
        SortedSet<BucketId> spaces = spaces(tally);
        spaces.addAll(fragments.spaces(mayContinue));
        int done = 0;
        for (BucketId space : spaces) {
            progress.accept(new Progress(done, spaces.size(), tally.report()));
            long seed = access.surroundings().random().nextLong();
            new SpaceAudit(
                            space,
                            new Sources(rows, fragments, uneven, tally),
                            inventories.keySet(),
                            () -> new RangeSums(seed),
                            limit)
                    .run(mayContinue);
            if (!mayContinue.getAsBoolean()) {
                tally.unanswered("it was broken off");
                break;
            }
            done++;
        }
        uneven.settle(mayContinue);
        AuditReport report = tally.report();
        progress.accept(new Progress(done, spaces.size(), report));
        return report;
    }

    private SortedSet<BucketId> spaces(AuditTally tally) {
        KeySpaces keySpaces = new KeySpaces(access);
        Optional<SortedSet<BucketId>> spaces = keySpaces.ofAllRows();
        Optional<SortedMap<String, BucketId>> names = keySpaces.activeBuckets();
        if (spaces.isEmpty() || names.isEmpty()) {
            tally.unanswered("buckets: no quorum names them");
        }
        names.ifPresent(each -> each.forEach((name, id) -> tally.addBucketName(id, name)));
        return spaces.orElseGet(() -> new TreeSet<>(List.of(BucketId.SYSTEM)));
    }
}
