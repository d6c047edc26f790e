package io.giza.gateway.bucket;

import io.giza.commit.KeyLister;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.encryption.KeyProblem;
import io.giza.gateway.encryption.ObjectKeys;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.lock.BucketLock;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.Encryption;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.replica.Account;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Buckets as rows of the reserved key space, agreed like objects.
 *
 * <p>Deleting: decide DELETING; make a quorum D of metadata data centers learn it; only then look
 * for objects at D, closing undecided versions there. A put acknowledged without having seen
 * DELETING voted at some data center of D before that one learned it, so the look finds it. Then
 * decide DELETED, or ACTIVE again where an object was found.
 */
public class ReplicatedBuckets implements BucketService {
    private static final int PAGE = 1000;
    private static final String PREFIX = "bucket/";

    private final Cluster cluster;
    private final BucketDirectory directory;
    private final BucketRecords records;
    private final BucketVersioning versioning;
    private final BucketCreation creation;

    public ReplicatedBuckets(Cluster cluster, BucketDirectory directory) {
        this.cluster = cluster;
        this.directory = directory;
        this.records = new BucketRecords(cluster);
        this.versioning = directory.versioning();
        this.creation = new BucketCreation(cluster, directory, records);
    }

    @Override
    public CreateResult create(
            Account account, String name, ClientOperation operation, Optional<BucketLock> lock) {
        return creation.create(account, name, operation, lock);
    }

    @Override
    public FindResult find(Account account, String name) {
        Deadline deadline = cluster.after(cluster.settings().read());
        return switch (directory.findConfirmed(account, name, deadline)) {
            case BucketLookup.Known known -> new FindResult.Found(bucket(name, known.record()));
            case BucketLookup.Missing _ -> new FindResult.Absent();
            case BucketLookup.Foreign _ -> new FindResult.Foreign();
            case BucketLookup.Unreachable unreachable ->
                    new Unavailable(unreachable.detail(), false);
        };
    }

    @Override
    public FindResult find(String name) {
        Deadline deadline = cluster.after(cluster.settings().read());
        return switch (read(ObjectKey.ofBucketRecord(name), deadline)) {
            case VersionReader.Unavailable unavailable ->
                    new Unavailable(unavailable.detail(), false);
            case VersionReader.Latest latest ->
                    BucketDirectory.newest(latest.row())
                            .filter(record -> record.state() != State.DELETED)
                            .<FindResult>map(record -> new FindResult.Found(bucket(name, record)))
                            .orElseGet(FindResult.Absent::new);
        };
    }

    @Override
    public RemoveResult delete(Account account, String name, ClientOperation operation) {
        Deadline deadline = cluster.after(cluster.settings().commit());
        directory.forget(name);
        BucketDeletion.Step step =
                new BucketDeletion(cluster, records, name, operation, deadline).begin(account);
        return switch (step) {
            case BucketDeletion.Ended(RemoveResult result) -> result;
            case BucketDeletion.Begun begun -> {
                BucketRecord record = BucketDirectory.newest(begun.row()).orElseThrow();
                ObjectKey key = ObjectKey.ofBucketRecord(name);
                yield complete(begun, new Deletion(key, begun.row(), record, deadline));
            }
        };
    }

    private RemoveResult complete(BucketDeletion.Begun begun, Deletion deletion) {
        Contents contents = inspect(deletion);
        State outcome =
                switch (contents) {
                    case EMPTY -> State.DELETED;
                    case OBJECTS, UNKNOWN -> State.ACTIVE;
                    case UNINFORMED -> State.DELETING;
                };
        if (outcome == State.DELETING) {
            return new Unavailable("too few data centers learned of the deletion", true);
        }
        BucketRecord end = deletion.bucket().withState(outcome);
        if (!(records.append(deletion.key(), deletion.row(), end, deletion.deadline())
                instanceof BucketRecords.Done(Row after))) {
            return new Unavailable("the deletion could not be completed", true);
        }
        if (!begun.leaveRecord(records, deletion.key(), after, deletion.deadline())) {
            return new Unavailable("the retry could not be recorded", true);
        }
        return switch (contents) {
            case EMPTY -> new RemoveResult.Deleted();
            case OBJECTS -> new RemoveResult.NotEmpty();
            case UNKNOWN, UNINFORMED ->
                    new Unavailable("the bucket's keys could not be settled", true);
        };
    }

    /**
     * Rule: objects are looked for only after a quorum knows of the deletion, and only at those
     * that do.
     */
    protected Contents inspect(Deletion deletion) {
        Set<DcName> informed = install(deletion);
        return cluster.metadata().group().quorums().isClassic(informed.size())
                ? scanForObjects(deletion, informed)
                : Contents.UNINFORMED;
    }

    /** Returns the data centers that know of the deletion from now on. */
    protected final Set<DcName> install(Deletion deletion) {
        return cluster.metadata()
                .committer()
                .install(deletion.key(), deletion.row(), deletion.deadline());
    }

    /**
     * A deletion that was decided to begin.
     *
     * @param key the row of the bucket's record
     * @param row that row, its last version saying DELETING
     * @param bucket what its last version says
     */
    public record Deletion(ObjectKey key, Row row, BucketRecord bucket, Deadline deadline) {}

    /** What a look into a bucket found. */
    public enum Contents {
        EMPTY,
        OBJECTS,
        UNKNOWN,
        /** There was no look, because too few know of the deletion. */
        UNINFORMED
    }

    /** Looks for objects at {@code dcs}, at least a quorum, closing undecided versions there. */
    protected final Contents scanForObjects(Deletion deletion, Set<DcName> dcs) {
        BucketId bucket = deletion.bucket().id();
        Scan scan = new Scan(bucket, "", "", true, PAGE);
        while (true) {
            var result = cluster.metadata().lister().listSettled(scan, dcs, deletion.deadline());
            if (!(result instanceof KeyLister.Rows rows)) {
                return Contents.UNKNOWN;
            }
            if (rows.rows().stream().anyMatch(row -> mayHoldVersion(deletion.bucket(), row))) {
                return Contents.OBJECTS;
            }
            if (!rows.more()) {
                return Contents.EMPTY;
            }
            scan = scan.nextAfter(rows.rows().getLast().name());
        }
    }

    /** What nobody is shown is nothing: what was superseded, and the markers of removals. */
    private boolean mayHoldVersion(BucketRecord bucket, NamedRow named) {
        Row row = named.row();
        boolean removed =
                Fold.fold(row) instanceof Fold.Newest(Entry entry)
                        && Mode.of(entry.value()) == Mode.HIDDEN_MARKER;
        if (removed && bucket.versioning() == Versioning.UNVERSIONED) {
            return false;
        }
        Optional<Row> whole =
                row.firstHeld() == 1
                        ? Optional.of(row)
                        : cluster.versions()
                                .withOlder(new ObjectKey(bucket.id(), named.name()), row);
        // What cannot be read may hold anything.
        return whole.isEmpty()
                || !(Fold.versions(whole.get()) instanceof Fold.All(List<Entry> entries))
                || entries.stream().anyMatch(entry -> Mode.of(entry.value()) != Mode.HIDDEN_MARKER);
    }

    @Override
    public VersioningResult setVersioning(
            Account account, String name, Versioning requested, ClientOperation operation) {
        if (requested == Versioning.UNVERSIONED) {
            throw new IllegalArgumentException("no bucket becomes unversioned");
        }
        return versioning.change(account, name, operation, BucketChange.of(requested));
    }

    @Override
    public VersioningResult setLock(
            Account account, String name, BucketLock lock, ClientOperation operation) {
        return versioning.change(account, name, operation, BucketChange.of(lock));
    }

    @Override
    public VersioningResult lockOf(Account account, String name) {
        return versioning.settle(account, name);
    }

    @Override
    public EncryptionResult setEncryption(
            Account account,
            String name,
            Optional<Encryption.Default> encryption,
            ClientOperation operation) {
        // That nothing can be encrypted so is told here, and not by every put.
        Optional<ObjectKeys.Refused> why =
                encryption
                        .map(EncryptionRequest::of)
                        .map(each -> cluster.keys().seal(each, ObjectKey.ofBucketRecord(name)))
                        .filter(ObjectKeys.Refused.class::isInstance)
                        .map(ObjectKeys.Refused.class::cast);
        if (why.filter(each -> each.problem() == KeyProblem.UNREACHABLE).isPresent()) {
            return new EncryptionResult.Refused(new Failure.KeyRefused(why.get()));
        }
        BucketChange change = BucketChange.of(encryption, why.isEmpty());
        return switch (versioning.change(account, name, operation, change)) {
            case VersioningResult.Changed _ -> new EncryptionResult.Changed();
            case VersioningResult.Absent _ -> new EncryptionResult.Absent();
            case VersioningResult.Foreign _ -> new EncryptionResult.Foreign();
            case VersioningResult.Conflict _ ->
                    new EncryptionResult.Refused(new Failure.KeyRefused(why.orElseThrow()));
            case Unavailable unavailable -> unavailable;
        };
    }

    @Override
    public BucketsResult list(Account account) {
        Deadline deadline = cluster.after(cluster.settings().read());
        List<Bucket> buckets = new ArrayList<>();
        Scan scan = new Scan(BucketId.SYSTEM, PREFIX, "", true, PAGE);
        while (true) {
            var result = cluster.metadata().lister().list(scan, deadline);
            if (!(result instanceof KeyLister.Rows rows)) {
                return new Unavailable("no quorum answered", false);
            }
            for (NamedRow named : rows.rows()) {
                BucketDirectory.newest(named.row())
                        .filter(record -> record.state() != State.DELETED)
                        .filter(record -> record.account().equals(account.name()))
                        .map(record -> bucket(named.name().substring(PREFIX.length()), record))
                        .ifPresent(buckets::add);
            }
            if (!rows.more()) {
                return new BucketsResult.Buckets(buckets);
            }
            scan = scan.nextAfter(rows.rows().getLast().name());
        }
    }

    private VersionReader.ReadResult read(ObjectKey key, Deadline deadline) {
        return cluster.metadata().reader().read(key, deadline);
    }

    private Bucket bucket(String name, BucketRecord record) {
        return BucketCreation.bucket(cluster, name, record);
    }
}
