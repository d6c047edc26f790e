package io.giza.gc.sweep;

import io.giza.concurrent.Moment;
import io.giza.gc.sweep.LifecycleAction.BucketLifecycle;
import io.giza.gc.sweep.LifecycleAction.Outcome;
import io.giza.lifecycle.LifecycleConfiguration;
import io.giza.lifecycle.LifecycleRule;
import io.giza.lifecycle.LifecycleSchedule;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.UploadRows;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.FormatException;
import io.giza.record.LifecycleCodec;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.version.VersionAccess;
import io.giza.worker.Pacer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A pass over the objects and uploads of a bucket as one data center has them, for what the
 * bucket's lifecycle lets expire. A quorum is asked only about those of which something seems to be
 * due; what one data center missed, a pass over another one sees. What the lifecycle is, is asked
 * of a quorum again for each page of rows, and before anything is ended if that is a while ago; and
 * if there is one, whether a quorum shares this machine's time. Used by one task.
 */
public final class LifecycleSweep {
    /** The name of a bucket's document, as gateways keep it. */
    public static final String DOCUMENT = "lifecycle";

    private static final Logger LOG = LoggerFactory.getLogger(LifecycleSweep.class);
    private static final int PAGE = 500;

    /** A lifecycle that was changed is executed for so long, and for one object or upload more. */
    private static final Duration MAX_LIFECYCLE_AGE = Duration.ofSeconds(2);

    private final VersionAccess access;
    private final ExpiryEvaluator evaluator;
    private final ClockCheck clock;
    private final LifecycleAction action;
    private final Pacer pacer;
    private final Consumer<Outcome> tally;
    private final Duration day;

    /**
     * Wires a sweep.
     *
     * @param clock of this worker
     * @param action does what is to be done
     * @param tally hears the outcome of each object and upload
     */
    public LifecycleSweep(
            VersionAccess access,
            ClockCheck clock,
            LifecycleAction action,
            Pacer pacer,
            Consumer<Outcome> tally) {
        this(access, clock, action, pacer, tally, LifecycleSchedule.DAY);
    }

    private LifecycleSweep(
            VersionAccess access,
            ClockCheck clock,
            LifecycleAction action,
            Pacer pacer,
            Consumer<Outcome> tally,
            Duration day) {
        this.access = access;
        this.evaluator = new ExpiryEvaluator(access);
        this.clock = clock;
        this.action = action;
        this.pacer = pacer;
        this.tally = tally;
        this.day = day;
    }

    /** Returns a sweep that counts days of such a length, for tests. */
    public LifecycleSweep withDay(Duration length) {
        return new LifecycleSweep(access, clock, action, pacer, tally, length);
    }

    /** What a bucket wants to expire, as far as it can be told. */
    private sealed interface LifecycleState {}

    /** Since when a quorum was asked, it may have been changed. */
    private record Active(BucketLifecycle lifecycle, Moment readAt) implements LifecycleState {}

    private record Inactive() implements LifecycleState {}

    private record Unreadable() implements LifecycleState {}

    /**
     * Goes over a bucket: its objects, and then its uploads.
     *
     * @param dc the data center whose rows are looked at
     * @param mayContinue asked before each row
     * @return whether it came to the end; also where there is no lifecycle
     */
    public boolean sweep(String name, BucketId bucket, DcName dc, BooleanSupplier mayContinue)
            throws ReplicaException {
        return sweep(new Range(name, bucket, bucket, "", dc), mayContinue)
                && sweep(
                        new Range(
                                name, bucket, bucket.uploads(), UploadRows.prefixOfUploads(""), dc),
                        mayContinue);
    }

    /** Rows of a bucket at a data center. */
    private record Range(String name, BucketId bucket, BucketId space, String prefix, DcName dc) {
        Scan from(String row, boolean inclusive) {
            return new Scan(space, prefix, row, inclusive, PAGE);
        }
    }

    private boolean sweep(Range range, BooleanSupplier mayContinue) throws ReplicaException {
        Scan next = range.from(range.prefix(), true);
        while (true) {
            LifecycleState state = currentState(range);
            if (!(state instanceof Active active)) {
                return state instanceof Inactive;
            }
            Scan scan = next;
            RowPage page = pacer.look(() -> access.metadata().group().scan(range.dc(), scan));
            for (NamedRow row : page.rows()) {
                if (!mayContinue.getAsBoolean()) {
                    return false;
                }
                ObjectKey key = new ObjectKey(range.space(), row.name());
                if (!mayBeExpired(active.lifecycle(), key, row.row())) {
                    tally.accept(Outcome.KEPT);
                    continue;
                }
                state = refreshIfOld(range, active);
                if (!(state instanceof Active now)) {
                    return state instanceof Inactive;
                }
                active = now;
                process(active.lifecycle(), key, row.row(), mayContinue);
            }
            if (!page.more() || page.rows().isEmpty()) {
                return true;
            }
            next = range.from(page.rows().getLast().name(), false);
        }
    }

    private boolean mayBeExpired(BucketLifecycle lifecycle, ObjectKey key, Row seen) {
        Row row = seen.orNextGeneration();
        return key.holdsRecords()
                ? evaluator.evaluateUpload(lifecycle, key, row).isPresent()
                : evaluator.mayExpire(lifecycle, key, row);
    }

    private void process(
            BucketLifecycle lifecycle, ObjectKey key, Row seen, BooleanSupplier mayContinue) {
        if (!mayBeExpired(lifecycle, key, seen)) {
            tally.accept(Outcome.KEPT);
            return;
        }
        pacer.step(
                () ->
                        tally.accept(
                                key.holdsRecords()
                                        ? action.handleUpload(lifecycle, key)
                                        : action.handleObject(lifecycle, key, mayContinue)));
    }

    private LifecycleState refreshIfOld(Range range, Active active) {
        Duration age = active.readAt().age(access.surroundings().time());
        return age.compareTo(MAX_LIFECYCLE_AGE) > 0 ? currentState(range) : active;
    }

    private LifecycleState currentState(Range range) {
        LifecycleState state = readLifecycle(range);
        return state instanceof Active && !clock.isShared(MAX_LIFECYCLE_AGE)
                ? new Unreadable()
                : state;
    }

    private LifecycleState readLifecycle(Range range) {
        Moment readAt = access.surroundings().time().moment();
        String name = range.name();
        BucketId bucket = range.bucket();
        Optional<Row> row = access.latest(ObjectKey.ofConfiguration(bucket, DOCUMENT));
        if (row.isEmpty()) {
            return new Unreadable();
        }
        return Fold.newestHint(row.get().orNextGeneration())
                .map(Entry::value)
                .filter(value -> value.kind() == Value.Kind.PUT)
                .flatMap(value -> decode(name, value))
                .filter(each -> each.rules().stream().anyMatch(LifecycleRule::enabled))
                .<LifecycleState>map(
                        each ->
                                new Active(
                                        new BucketLifecycle(
                                                name, bucket, new LifecycleSchedule(each, day)),
                                        readAt))
                .orElseGet(Inactive::new);
    }

    /** By what a later release wrote nothing is ended. */
    private static Optional<LifecycleConfiguration> decode(String name, Value value) {
        try {
            return Optional.of(LifecycleCodec.decode(value));
        } catch (FormatException e) {
            LOG.atWarn()
                    .addKeyValue("bucket", name)
                    .log("its lifecycle is not executed: {}", e.getMessage());
            return Optional.empty();
        }
    }
}
