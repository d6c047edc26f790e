package io.giza.gc.usage;

import io.giza.commit.removal.RowRemoval;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.usage.Usage;
import io.giza.usage.UsageRecord;
import io.giza.version.KeySpaces.BucketLife;
import io.giza.version.VersionAccess;
import io.giza.worker.Pacer;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Sums what buckets hold while sweeps go over them. A bucket's sum is published once a sweep came
 * to the bucket's end, with the times of that: never a part of one, and never over that of a sweep
 * that began later, whichever workers there are. Used by one task.
 *
 * <p>Of a bucket in which nothing was written the same sum is published once an hour only.
 */
public final class UsageSurvey {
    private static final Duration RENEWAL = Duration.ofHours(1);

    private final VersionAccess access;
    private final UsageTable table;
    private final Pacer pacer;
    private final Consumer<Map<String, Usage>> tally;
    private final SortedMap<String, UsageRecord> known = new TreeMap<>();

    /**
     * Makes a survey.
     *
     * @param tally hears what each account holds by its name, as far as that was published
     */
    public UsageSurvey(
            VersionAccess access,
            RowRemoval removal,
            Pacer pacer,
            Consumer<Map<String, Usage>> tally) {
        this.access = access;
        this.table = new UsageTable(access, removal);
        this.pacer = pacer;
        this.tally = tally;
    }

    /** What is done about one bucket, between the steps of a sweep. */
    @FunctionalInterface
    public interface BucketSweep<E extends Exception> {
        /**
         * Goes over the bucket.
         *
         * @return whether it came to the end
         */
        boolean sweep(RowObserver observer) throws E;
    }

    /** Begins a pass over several buckets; false if no quorum tells what was published before. */
    public boolean begin() {
        Optional<SortedMap<String, UsageRecord>> published = table.all();
        published.ifPresent(
                sums -> {
                    known.clear();
                    known.putAll(sums);
                    tally.accept(byAccount());
                });
        return published.isPresent();
    }

    /**
     * Sums one bucket.
     *
     * @param dc the data center whose rows are looked at
     * @param sweep goes over them
     * @return whether the sweep came to the end, and its sum is published
     */
    public <E extends Exception> boolean sum(BucketLife life, DcName dc, BucketSweep<E> sweep)
            throws E {
        if (life.isDeleted()) {
            return sweep.sweep((_, _) -> {});
        }
        UsageSum sum = new UsageSum(access, life, dc, pacer);
        return sweep.sweep(sum) && publish(sum);
    }

    private boolean publish(UsageSum sum) {
        Optional<UsageRecord> ended = sum.end();
        if (ended.isEmpty()) {
            // It stays as old as it is, which its times tell, and holds up nothing else.
            return true;
        }
        UsageRecord record = ended.get();
        ObjectKey key = ObjectKey.ofUsage(sum.life().account(), sum.life().name());
        UsageRecord before = known.get(key.name());
        if (before != null && isIdle(before, record, sum)) {
            return true;
        }
        boolean[] done = new boolean[1];
        pacer.step(() -> done[0] = table.publish(key, record));
        if (done[0]) {
            known.put(key.name(), record);
        }
        return done[0];
    }

    private static boolean isIdle(UsageRecord before, UsageRecord now, UsageSum sum) {
        return before.bucket().equals(now.bucket())
                && before.usage().equals(now.usage())
                && sum.newest().isBefore(before.began())
                && now.began().isBefore(before.began().plus(RENEWAL));
    }

    /**
     * Ends a pass that came to its end: sums of buckets that are gone go too.
     *
     * @param lives those of the buckets that it went over
     */
    public void end(Collection<BucketLife> lives) {
        Set<BucketId> over =
                lives.stream()
                        .filter(BucketLife::isDeleted)
                        .map(BucketLife::bucket)
                        .collect(Collectors.toSet());
        known.entrySet()
                .removeIf(
                        sum -> {
                            BucketId bucket = sum.getValue().bucket();
                            if (!over.contains(bucket)) {
                                return false;
                            }
                            ObjectKey key = new ObjectKey(BucketId.SYSTEM, sum.getKey());
                            pacer.step(() -> table.remove(key, bucket));
                            return true;
                        });
        tally.accept(byAccount());
    }

    private Map<String, Usage> byAccount() {
        Map<String, Usage> usages = new TreeMap<>();
        known.forEach(
                (name, sum) ->
                        usages.merge(
                                name.substring(ObjectKey.USAGE.length(), name.lastIndexOf('/')),
                                sum.usage(),
                                Usage::plus));
        return usages;
    }
}
