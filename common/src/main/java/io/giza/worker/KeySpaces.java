package io.giza.worker;

import io.giza.commit.KeyLister;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.version.VersionAccess;
import io.giza.wire.BucketRecordCodec;

import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

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

    /** Returns them as a quorum knows them; empty if none answers in time. */
    public Optional<SortedSet<BucketId>> all() {
        SortedSet<BucketId> spaces = new TreeSet<>();
        Scan scan = new Scan(BucketId.SYSTEM, BUCKETS, BUCKETS, true, PAGE);
        while (true) {
            var listed =
                    access.metadata().lister().list(scan, access.after(access.patience().read()));
            if (!(listed instanceof KeyLister.Rows rows)) {
                return Optional.empty();
            }
            for (NamedRow row : rows.rows()) {
                ObjectKey key = new ObjectKey(BucketId.SYSTEM, row.name());
                Optional<Row> whole =
                        row.row().firstHeld() == 1
                                ? Optional.of(row.row())
                                : access.withOlder(key, row.row());
                if (whole.isEmpty()) {
                    return Optional.empty();
                }
                whole.get().log().forEach(entry -> add(spaces, entry));
            }
            if (!rows.more() || rows.rows().isEmpty()) {
                return Optional.of(spaces);
            }
            scan = new Scan(BucketId.SYSTEM, BUCKETS, rows.rows().getLast().name(), false, PAGE);
        }
    }

    private static void add(SortedSet<BucketId> spaces, Entry entry) {
        if (entry.value().kind() == Value.Kind.PUT) {
            spaces.add(BucketRecordCodec.decode(entry.value()).id());
        }
    }
}
