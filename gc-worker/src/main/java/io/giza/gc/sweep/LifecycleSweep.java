package io.giza.gc.sweep;

import io.giza.concurrent.Moment;
import io.giza.gc.sweep.LifecycleHand.Outcome;
import io.giza.gc.sweep.LifecycleHand.Subject;
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
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.version.VersionAccess;
import io.giza.worker.Pacer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Objects;
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
    private static final Duration FRESH = Duration.ofSeconds(2);

    private final VersionAccess access;
    private final ExpiryView view;
    private final ClockWatch clock;
    private final LifecycleHand hand;
    private final Pacer pacer;
    private final Consumer<Outcome> tally;

    /**
     * Wires a sweep.
     *
     * @param clock of this worker
     * @param hand does what is to be done
     * @param tally hears how it stands with each object and upload
     */
    public LifecycleSweep(
            VersionAccess access,
            ClockWatch clock,
            LifecycleHand hand,
            Pacer pacer,
            Consumer<Outcome> tally) {
        this.access = access;
        this.view = new ExpiryView(access);
        this.clock = clock;
        this.hand = hand;
        this.pacer = pacer;
        this.tally = tally;
    }

    /** What a bucket wants to expire, as far as it can be told. */
    private sealed interface Wish {}

    /** Since when a quorum was asked, it may have been changed. */
    private record Known(Subject subject, Moment asked) implements Wish {}

    private record None() implements Wish {}

    private record Unreadable() implements Wish {}

    /**
     * Goes over a bucket: its objects, and then its uploads.
     *
     * @param dc the data center whose rows are looked at
     * @param goesOn asked before each row
     * @return whether it came to the end; also where there is no lifecycle
     */
    public boolean sweep(String name, BucketId bucket, DcName dc, BooleanSupplier goesOn)
            throws ReplicaException {
        return sweep(new Range(name, bucket, bucket, "", dc), goesOn)
                && sweep(
                        new Range(
                                name, bucket, bucket.uploads(), UploadRows.prefixOfUploads(""), dc),
                        goesOn);
    }

    /** Rows of a bucket at a data center. */
    private record Range(String name, BucketId bucket, BucketId space, String prefix, DcName dc) {
        Scan from(String row, boolean inclusive) {
            return new Scan(space, prefix, row, inclusive, PAGE);
        }
    }

    private boolean sweep(Range range, BooleanSupplier goesOn) throws ReplicaException {
        MetadataReplica rows =
                Objects.requireNonNull(access.metadata().group().replicas().get(range.dc()));
        Scan next = range.from(range.prefix(), true);
        while (true) {
            Wish wish = wish(range);
            if (!(wish instanceof Known known)) {
                return wish instanceof None;
            }
            RowPage page = rows.scan(next.withEpoch(access.metadata().group().epoch()));
            for (NamedRow row : page.rows()) {
                if (!goesOn.getAsBoolean()) {
                    return false;
                }
                ObjectKey key = new ObjectKey(range.space(), row.name());
                if (!isDue(known.subject(), key, row.row())) {
                    tally.accept(Outcome.KEPT);
                    continue;
                }
                wish = fresh(range, known);
                if (!(wish instanceof Known now)) {
                    return wish instanceof None;
                }
                known = now;
                look(known.subject(), key, row.row(), goesOn);
            }
            if (!page.more() || page.rows().isEmpty()) {
                return true;
            }
            next = range.from(page.rows().getLast().name(), false);
        }
    }

    private boolean isDue(Subject subject, ObjectKey key, Row seen) {
        Row row = seen.orNextGeneration();
        return key.holdsRecords()
                ? view.upload(subject, key, row).isPresent()
                : view.mayExpire(subject, key, row);
    }

    private void look(Subject subject, ObjectKey key, Row seen, BooleanSupplier goesOn) {
        if (!isDue(subject, key, seen)) {
            tally.accept(Outcome.KEPT);
            return;
        }
        pacer.step(
                () ->
                        tally.accept(
                                key.holdsRecords()
                                        ? hand.upload(subject, key)
                                        : hand.object(subject, key, goesOn)));
    }

    private Wish fresh(Range range, Known known) {
        Duration age = known.asked().age(access.surroundings().time());
        return age.compareTo(FRESH) > 0 ? wish(range) : known;
    }

    private Wish wish(Range range) {
        Wish wish = read(range);
        return wish instanceof Known && !clock.isShared(FRESH) ? new Unreadable() : wish;
    }

    private Wish read(Range range) {
        Moment asked = access.surroundings().time().moment();
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
                .<Wish>map(
                        each ->
                                new Known(
                                        new Subject(name, bucket, new LifecycleSchedule(each)),
                                        asked))
                .orElseGet(None::new);
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
