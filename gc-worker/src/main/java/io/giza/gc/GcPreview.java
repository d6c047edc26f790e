package io.giza.gc;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.gc.plan.ExpiryPlan.ExpiryKind;
import io.giza.gc.plan.RowPlan;
import io.giza.gc.sweep.ClockCheck;
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
    static final int MAX_ITEMS = 1000;

    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    private final VersionAccess access;
    private final DcName dc;
    private final RowPlan.AgeLimits ageLimits;
    private final Duration day;

    /**
     * Makes it.
     *
     * @param dc a data center that has metadata, whose rows are looked at
     * @param ageLimits when versions are looked at
     * @param day how long a day of a lifecycle is
     */
    GcPreview(VersionAccess access, DcName dc, RowPlan.AgeLimits ageLimits, Duration day) {
        this.access = access;
        this.dc = dc;
        this.ageLimits = ageLimits;
        this.day = day;
    }

    /**
     * What would be done.
     *
     * @param complete whether all was looked at in time
     * @param lookedAt whose rows were looked at
     * @param expired how much of what kind would be ended
     * @param items what would be ended, the first {@link #MAX_ITEMS}
     * @param rows what would be found in rows
     */
    public record Result(
            boolean complete,
            String lookedAt,
            Map<String, Long> expired,
            List<Item> items,
            RowPreview.Counts rows) {}

    /**
     * Something that would be ended.
     *
     * @param version the version, or the upload
     * @param what what kind of thing it is
     * @param since since when it is due
     * @param rule by which rule
     */
    public record Item(
            String bucket, String key, String version, String what, Instant since, String rule) {
        static Item of(ExpiryPreview.Item item) {
            return new Item(
                    item.bucket(),
                    item.key(),
                    item.version(),
                    GcPreview.name(item.kind()),
                    item.due().at(),
                    item.due().ruleId());
        }
    }

    private static String name(ExpiryKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** Looks at all buckets, for less than a minute. */
    Result run() throws ReplicaException {
        Time time = access.surroundings().time();
        Deadline deadline = time.after(TIMEOUT);
        BooleanSupplier mayContinue = () -> !deadline.hasPassed(time);
        Map<String, Long> expired = new LinkedHashMap<>();
        List<Item> items = new ArrayList<>();
        for (ExpiryKind kind : ExpiryKind.values()) {
            expired.put(name(kind), 0L);
        }
        ExpiryPreview preview =
                new ExpiryPreview(
                        access,
                        item -> {
                            expired.merge(name(item.kind()), 1L, Long::sum);
                            if (items.size() < MAX_ITEMS) {
                                items.add(Item.of(item));
                            }
                        });
        boolean complete = previewExpiry(preview, mayContinue);
        RowPreview.Counts rows = RowPreview.Counts.NOTHING;
        Optional<SortedSet<BucketId>> spaces = new KeySpaces(access).ofObjects();
        for (BucketId space : spaces.orElseGet(TreeSet::new)) {
            rows = rows.plus(new RowPreview(access, ageLimits).preview(space, dc, mayContinue));
        }
        return new Result(
                complete && spaces.isPresent() && mayContinue.getAsBoolean(),
                dc.value(),
                expired,
                items,
                rows);
    }

    private boolean previewExpiry(ExpiryPreview preview, BooleanSupplier mayContinue)
            throws ReplicaException {
        ClockCheck clock = new ClockCheck(access, _ -> {});
        Pacer pacer = new Pacer(access.surroundings().time(), 1);
        LifecycleSweep sweep =
                new LifecycleSweep(access, clock, preview, pacer, _ -> {}).withDay(day);
        Optional<SortedMap<String, BucketId>> buckets = new KeySpaces(access).activeBuckets();
        if (buckets.isEmpty()) {
            return false;
        }
        boolean complete = true;
        for (Map.Entry<String, BucketId> bucket : buckets.get().entrySet()) {
            complete &= sweep.sweep(bucket.getKey(), bucket.getValue(), dc, mayContinue);
        }
        return complete;
    }
}
