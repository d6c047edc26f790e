package io.giza.gc.usage;

import io.giza.erasure.StripeLayout;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRows;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.FormatException;
import io.giza.record.UploadRecordCodec;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.usage.Usage;
import io.giza.usage.UsageRecord;
import io.giza.version.KeySpaces.BucketLife;
import io.giza.version.VersionAccess;
import io.giza.worker.Pacer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Instant;
import java.util.Optional;

/**
 * What a bucket holds, as far as a pass has gone over it: its objects as one data center has them,
 * then its uploads, then their parts.
 *
 * <pre>
 * row of        counts
 * an object     objects, versions, markers, bytes; stored bytes, but for what lies in parts
 * an upload     itself and the bytes of its parts, unless an object was made of them
 * a part, list  stored bytes
 * </pre>
 *
 * <p>So what lies in parts is stored once, and its bytes are an object's or an upload's.
 */
final class UsageSum implements RowObserver {
    private static final Logger LOG = LoggerFactory.getLogger(UsageSum.class);
    private static final int PAGE = 500;

    private final VersionAccess access;
    private final BucketLife life;
    private final DcName dc;
    private final Pacer pacer;
    private final Instant began;
    private RowUsage sum = new RowUsage(Usage.NONE, Instant.MIN);
    private boolean isWhole = true;

    /**
     * Begins with nothing.
     *
     * @param dc the data center whose rows are looked at
     * @param pacer of what is read beside the rows that are seen
     */
    UsageSum(VersionAccess access, BucketLife life, DcName dc, Pacer pacer) {
        this.access = access;
        this.life = life;
        this.dc = dc;
        this.pacer = pacer;
        this.began = access.surroundings().time().instant();
    }

    BucketLife life() {
        return life;
    }

    /** Returns when the newest of what was counted was made. */
    Instant newest() {
        return sum.newest();
    }

    /** Returns the sum, once the pass came to its end; empty if something could not be read. */
    Optional<UsageRecord> end() {
        return isWhole
                ? Optional.of(
                        new UsageRecord(
                                life.bucket(),
                                sum.usage(),
                                began,
                                access.surroundings().time().instant()))
                : Optional.empty();
    }

    @Override
    public void see(ObjectKey key, NamedRow row) throws ReplicaException {
        Row seen = row.row().orNextGeneration();
        try {
            if (key.holdsRecords()) {
                seeUpload(key, seen);
            } else if (key.bucket().isUploads()) {
                Usage parts = RowUsage.ofPart(whole(key, seen), storedBytes(key)).usage();
                add(new Usage(0, 0, 0, 0, 0, 0, parts.storedBytes()));
            } else {
                sum = sum.plus(RowUsage.ofObject(whole(key, seen), storedBytes(key)));
            }
        } catch (FormatException e) {
            fail(key, String.valueOf(e.getMessage()));
        }
    }

    private void add(Usage usage) {
        sum = sum.plus(new RowUsage(usage, Instant.MIN));
    }

    private void fail(ObjectKey key, String reason) {
        if (isWhole) {
            LOG.atWarn()
                    .addKeyValue("bucket", life.name())
                    .log(
                            "what it holds is not told anew, since {} cannot be read: {}",
                            key,
                            reason);
        }
        isWhole = false;
    }

    /** Older versions are with a quorum where this data center's row does not hold them. */
    private Row whole(ObjectKey key, Row row) {
        Optional<Row> whole = access.withLogFrom(key, row, 1);
        if (whole.isEmpty()) {
            fail(key, "its older versions are out of reach");
        }
        return whole.orElse(row);
    }

    private void seeUpload(ObjectKey key, Row seen) throws ReplicaException {
        Optional<UploadRows.UploadName> upload = UploadRows.parse(key.name());
        Optional<UploadRecord> record =
                Fold.newestHint(seen).map(entry -> UploadRecordCodec.decode(entry.value()));
        if (upload.isEmpty() || record.isEmpty()) {
            return;
        }
        boolean isOpen =
                switch (record.get().state()) {
                    case UploadRecord.Open _ -> true;
                    // Whoever completed it may not have lived to say so.
                    case UploadRecord.Completing completing ->
                            !holds(upload.get().key(), completing.record().id());
                    case UploadRecord.Completed _, UploadRecord.Aborted _ -> false;
                };
        if (isOpen) {
            add(new Usage(0, 0, 0, 0, 1, 0, 0));
            addParts(UploadRows.prefixOfParts(upload.get().id()));
        }
    }

    /** Tells whether a put is in the row of an object, whatever became of it. */
    private boolean holds(String object, PutId put) throws ReplicaException {
        ObjectKey key = new ObjectKey(life.bucket(), object);
        Scan scan = new Scan(life.bucket(), object, object, true, 1);
        for (NamedRow row : scan(scan).rows()) {
            if (row.name().equals(object)) {
                Row whole = whole(key, row.row().orNextGeneration());
                return whole.log().stream().anyMatch(entry -> entry.value().id().equals(put));
            }
        }
        return false;
    }

    private RowPage scan(Scan scan) throws ReplicaException {
        return pacer.look(() -> access.metadata().group().scan(dc, scan));
    }

    private void addParts(String prefix) throws ReplicaException {
        Optional<Scan> next =
                Optional.of(new Scan(life.bucket().uploads(), prefix, prefix, true, PAGE));
        while (next.isPresent()) {
            RowPage page = scan(next.get());
            for (NamedRow row : page.rows()) {
                ObjectKey key = new ObjectKey(life.bucket().uploads(), row.name());
                RowUsage part =
                        RowUsage.ofPart(whole(key, row.row().orNextGeneration()), storedBytes(key));
                // Its own row tells later what it takes.
                Usage usage = new Usage(0, 0, 0, 0, 0, part.usage().uploadBytes(), 0);
                sum = sum.plus(new RowUsage(usage, part.newest()));
            }
            next = next.get().next(page);
        }
    }

    private RowUsage.StoredBytes storedBytes(ObjectKey key) {
        return (put, manifest) -> storedBytes(key, put, manifest);
    }

    private long storedBytes(ObjectKey key, Entry put, Manifest manifest) {
        return switch (manifest.data()) {
            case Manifest.Inline _ ->
                    manifest.storedSize() * access.metadata().group().names().size();
            case Manifest.Fragmented data -> {
                FragmentId id = new FragmentId(data.account(), key, put.value().id(), 0);
                long fragment =
                        access.format().headerLength(id)
                                + StripeLayout.of(data, manifest.storedSize()).bodyLength();
                yield fragment * data.coding().fragments();
            }
            // Rows of their own tell of them.
            case Manifest.Parts _, Manifest.StoredParts _ -> 0;
        };
    }
}
