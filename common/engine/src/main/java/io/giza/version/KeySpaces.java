package io.giza.version;

import io.giza.commit.KeyLister;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.BucketRecordCodec;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The key spaces in which rows of objects may be: those of all buckets, and of all lives of each,
 * since in a bucket that was deleted the rows of its deleted objects are left.
 */
public final class KeySpaces {
    private static final String BUCKETS = ObjectKey.ofBucketRecord("").name();
    private static final int PAGE = 500;

    private final VersionAccess access;

    public KeySpaces(VersionAccess access) {
        this.access = access;
    }

    /**
     * A life of a bucket.
     *
     * @param name what the bucket is called
     * @param account the name of the account that owns it
     * @param isDeleted whether it was deleted; no life comes back
     */
    public record BucketLife(BucketId bucket, String name, String account, boolean isDeleted) {}

    /** Returns them as a quorum knows them; empty if none answers in time. */
    public Optional<SortedSet<BucketId>> ofObjects() {
        return lives().map(
                        lives ->
                                lives.stream()
                                        .map(BucketLife::bucket)
                                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    /**
     * Returns all lives of all buckets, in the order of their identities, as a quorum knows them;
     * empty if none answers in time.
     */
    public Optional<List<BucketLife>> lives() {
        SortedMap<BucketId, BucketLife> lives = new TreeMap<>();
        return forEach(
                        named -> {
                            Optional<Row> whole = whole(named);
                            whole.ifPresent(
                                    row ->
                                            row.log()
                                                    .forEach(
                                                            each -> add(lives, name(named), each)));
                            return whole.isPresent();
                        })
                ? Optional.of(List.copyOf(lives.values()))
                : Optional.empty();
    }

    /**
     * Returns the key spaces of all rows that there are, those of uploads and of the system too, as
     * a quorum knows them; empty if none answers in time.
     */
    public Optional<SortedSet<BucketId>> ofAllRows() {
        return ofObjects()
                .map(
                        buckets -> {
                            SortedSet<BucketId> spaces = new TreeSet<>(buckets);
                            buckets.forEach(bucket -> spaces.add(bucket.uploads()));
                            spaces.add(BucketId.SYSTEM);
                            return spaces;
                        });
    }

    /**
     * Returns the buckets that stand, by name, as a quorum knows them; empty if none answers in
     * time.
     */
    public Optional<SortedMap<String, BucketId>> activeBuckets() {
        SortedMap<String, BucketId> buckets = new TreeMap<>();
        return forEach(
                        named -> {
                            Fold.newestHint(named.row().orNextGeneration())
                                    .map(entry -> BucketRecordCodec.decode(entry.value()))
                                    .filter(record -> record.state() == State.ACTIVE)
                                    .ifPresent(record -> buckets.put(name(named), record.id()));
                            return true;
                        })
                ? Optional.of(buckets)
                : Optional.empty();
    }

    private static String name(NamedRow bucket) {
        return bucket.name().substring(BUCKETS.length());
    }

    private Optional<Row> whole(NamedRow named) {
        ObjectKey key = new ObjectKey(BucketId.SYSTEM, named.name());
        return access.withLogFrom(key, named.row(), 1);
    }

    /** Goes over the rows of all buckets; false if one cannot be read, or is refused. */
    private boolean forEach(Predicate<NamedRow> visitor) {
        Scan scan = new Scan(BucketId.SYSTEM, BUCKETS, BUCKETS, true, PAGE);
        while (true) {
            var listed =
                    access.metadata().lister().list(scan, access.after(access.timeouts().read()));
            if (!(listed instanceof KeyLister.Rows rows)) {
                return false;
            }
            if (!rows.rows().stream().allMatch(visitor)) {
                return false;
            }
            if (!rows.more() || rows.rows().isEmpty()) {
                return true;
            }
            scan = scan.nextAfter(rows.rows().getLast().name());
        }
    }

    private static void add(SortedMap<BucketId, BucketLife> lives, String name, Entry entry) {
        if (entry.value().kind() == Value.Kind.PUT) {
            BucketRecord record = BucketRecordCodec.decode(entry.value());
            boolean isOver = record.state() == State.DELETED;
            lives.put(record.id(), new BucketLife(record.id(), name, record.account(), isOver));
        }
    }
}
