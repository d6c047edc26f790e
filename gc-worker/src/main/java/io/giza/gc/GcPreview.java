package io.giza.gc;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.gc.plan.ExpiryPlan.What;
import io.giza.gc.plan.RowPlan;
import io.giza.gc.sweep.ClockWatch;
import io.giza.gc.sweep.ExpiryPreview;
import io.giza.gc.sweep.LifecycleSweep;
import io.giza.gc.sweep.RowPreview;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.version.KeySpaces;
import io.giza.version.VersionAccess;
import io.giza.worker.Pacer;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** What sweeps over all buckets would end and delete now, for operators. */
final class GcPreview {
    /** So many of the things that would be ended are named; all are counted. */
    static final int MOST_NAMED = 1000;

    private static final Duration LONGEST = Duration.ofSeconds(40);

    private final VersionAccess access;
    private final DcName dc;
    private final RowPlan.Ages ages;

    /**
     * Makes it.
     *
     * @param dc a data center that has metadata, whose rows are looked at
     * @param ages when versions are looked at
     */
    GcPreview(VersionAccess access, DcName dc, RowPlan.Ages ages) {
        this.access = access;
        this.dc = dc;
        this.ages = ages;
    }

    /**
     * What would be done.
     *
     * @param complete whether all was looked at in time
     * @param lookedAt whose rows were looked at
     * @param expired how much of what kind would be ended
     * @param items what would be ended, the first {@link #MOST_NAMED}
     * @param rows what would be found in rows
     */
    record Found(
            boolean complete,
            String lookedAt,
            Map<String, Long> expired,
            List<Item> items,
            RowPreview.Found rows) {}

    /**
     * Something that would be ended.
     *
     * @param version the version, or the upload
     * @param what what kind of thing it is
     * @param since since when it is due
     * @param rule by which rule
     */
    record Item(
            String bucket, String key, String version, String what, Instant since, String rule) {
        static Item of(ExpiryPreview.Item item) {
            return new Item(
                    item.bucket(),
                    item.key(),
                    item.version(),
                    GcPreview.name(item.what()),
                    item.due().at(),
                    item.due().ruleId());
        }
    }

    private static String name(What what) {
        return what.name().toLowerCase(Locale.ROOT);
    }

    /** Looks at all buckets, for less than a minute. */
    Found look() throws ReplicaException {
        Time time = access.surroundings().time();
        Deadline deadline = time.after(LONGEST);
        BooleanSupplier goesOn = () -> !deadline.hasPassed(time);
        Map<String, Long> expired = new LinkedHashMap<>();
        List<Item> items = new ArrayList<>();
        for (What what : What.values()) {
            expired.put(name(what), 0L);
        }
        ExpiryPreview preview =
                new ExpiryPreview(
                        access,
                        item -> {
                            expired.merge(name(item.what()), 1L, Long::sum);
                            if (items.size() < MOST_NAMED) {
                                items.add(Item.of(item));
                            }
                        });
        boolean complete = expire(preview, goesOn);
        RowPreview.Found rows = RowPreview.Found.NOTHING;
        Optional<SortedSet<BucketId>> spaces = new KeySpaces(access).all();
        for (BucketId space : spaces.orElseGet(TreeSet::new)) {
            rows = rows.plus(new RowPreview(access, ages).look(space, dc, goesOn));
        }
        return new Found(
                complete && spaces.isPresent() && goesOn.getAsBoolean(),
                dc.value(),
                expired,
                items,
                rows);
    }

    private boolean expire(ExpiryPreview preview, BooleanSupplier goesOn) throws ReplicaException {
        ClockWatch clock = new ClockWatch(access, _ -> {});
        Pacer pacer = new Pacer(access.surroundings().time(), 1);
        LifecycleSweep sweep = new LifecycleSweep(access, clock, preview, pacer, _ -> {});
        Optional<SortedMap<String, BucketId>> buckets = new KeySpaces(access).buckets();
        if (buckets.isEmpty()) {
            return false;
        }
        boolean complete = true;
        for (Map.Entry<String, BucketId> bucket : buckets.get().entrySet()) {
            complete &= sweep.sweep(bucket.getKey(), bucket.getValue(), dc, goesOn);
        }
        return complete;
    }
}
