package io.giza.simulation.worker;

import io.giza.concurrent.Time;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.FragmentStore;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentInventory;
import io.giza.version.Abandonment;
import io.giza.version.FragmentReview;
import io.giza.version.PoisonAge;
import io.giza.version.VersionAccess;
import io.giza.version.VersionCollection;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Settles and collects the versions of one object, through whichever gateway it is given. Versions
 * are offered for collection whether they are deleted or not: that is for the rules to tell.
 */
public final class VersionCleaner {
    /** A message may be under way that long after its sender gave up. */
    public static final Duration UNDER_WAY = Duration.ofMinutes(10);

    private static final int MOST_LOOKS = 4;

    private final Time time;
    private final ObjectKey key;
    private final Map<String, Integer> ends;
    private final Map<PutId, Long> poisoned = new HashMap<>();
    private boolean leftPoison;

    /**
     * Makes a cleaner.
     *
     * @param ends counts how attempts ended
     */
    public VersionCleaner(Time time, ObjectKey key, Map<String, Integer> ends) {
        this.time = time;
        this.key = key;
        this.ends = ends;
    }

    /** Looks at every version once; tells whether nothing is left to be done. */
    public boolean clean(VersionAccess access) {
        Optional<Row> row =
                access.latest(key)
                        .flatMap(
                                latest ->
                                        latest.firstHeld() == 1
                                                ? Optional.of(latest)
                                                : access.withOlder(key, latest));
        if (row.isEmpty()) {
            return false;
        }
        boolean done = true;
        leftPoison = false;
        for (Entry entry : row.get().log()) {
            if (entry.value().kind() == Value.Kind.PUT) {
                VersionId id = new VersionId(0, entry.version(), entry.value().id());
                boolean settled =
                        entry.resolution() != Resolution.UNRESOLVED
                                || Fold.isDeleted(row.get(), entry.version())
                                || settle(access, id);
                done &= collect(access, id) && settled;
            }
        }
        return done;
    }

    /**
     * Looks at every version until nothing is left to be done, as there is when all is well; what
     * was undecided before is chosen by whoever looks, and may get in the way once or twice.
     */
    public boolean comesToRest(VersionAccess access) {
        for (int look = 0; look < MOST_LOOKS; look++) {
            if (clean(access)) {
                return true;
            }
        }
        return false;
    }

    /** Tells whether the last look left poison that is too young to go. */
    public boolean hasLeftPoison() {
        return leftPoison;
    }

    /** Notes that somebody poisons names of this put about now. */
    public void poisonedNow(PutId put) {
        poisoned.put(put, time.nanos());
    }

    private boolean settle(VersionAccess access, VersionId id) {
        // Noted before and after: another cleaner may look while this one is at it.
        poisonedNow(id.putId());
        var outcome = new Abandonment(access, ManifestCodec.NEWEST_FORMAT).settle(key, id);
        poisonedNow(id.putId());
        count("abandonment", (Record) outcome);
        return switch (outcome) {
            case Abandonment.Visible _,
                    Abandonment.Deleted _,
                    Abandonment.Lost _,
                    Abandonment.NotApplicable _ ->
                    true;
            case Abandonment.Undecided _ -> false;
        };
    }

    private boolean collect(VersionAccess access, VersionId id) {
        Long since = poisoned.get(id.putId());
        boolean outlived =
                since == null || time.nanos() - since > PoisonAge.MIN_AGE.plus(UNDER_WAY).toNanos();
        var outcome =
                new VersionCollection(access, ManifestCodec.NEWEST_FORMAT)
                        .collect(key, id, outlived ? PoisonAge.OUTLIVED : PoisonAge.YOUNG);
        count("collection", (Record) outcome);
        return switch (outcome) {
            case VersionCollection.Collected collected -> {
                leftPoison |= collected.poisonLeft();
                yield !collected.poisonLeft() || !outlived;
            }
            case VersionCollection.NotDeleted _ -> true;
            case VersionCollection.Pending _ -> false;
        };
    }

    /**
     * Looks at every fragment once, whoever's it is; tells whether nothing is left to be done.
     *
     * @param leastAge how old a fragment must be to be judged
     */
    public boolean review(
            VersionAccess access, List<? extends FragmentInventory> stores, Duration leastAge) {
        FragmentReview review = new FragmentReview(access, leastAge);
        boolean done = true;
        for (FragmentInventory inventory : stores) {
            FragmentStore store = Objects.requireNonNull(access.fragments().get(inventory.dc()));
            String after = "";
            for (boolean more = true; more; ) {
                try {
                    FragmentInventory.Page page = inventory.inventory(after, 3);
                    for (FragmentInventory.Item item : page.items()) {
                        done &=
                                isDone(
                                        review.review(
                                                item.header().orElseThrow(), item.age(), store));
                        after = item.name();
                    }
                    more = page.more();
                } catch (ReplicaException e) {
                    return false;
                }
            }
        }
        return done;
    }

    private boolean isDone(FragmentReview.Outcome outcome) {
        count("review", (Record) outcome);
        return switch (outcome) {
            case FragmentReview.Referenced _, FragmentReview.Removed _ -> true;
            case FragmentReview.Young _, FragmentReview.Undecided _ -> false;
        };
    }

    private void count(String what, Record end) {
        ends.merge(what + " " + end.getClass().getSimpleName(), 1, Integer::sum);
    }
}
