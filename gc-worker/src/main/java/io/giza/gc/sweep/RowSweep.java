package io.giza.gc.sweep;

import io.giza.gc.usage.RowObserver;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.UploadRows;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.version.KeySpaces.BucketLife;
import io.giza.version.VersionAccess;
import io.giza.worker.Pacer;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A pass over the rows of a bucket and of its uploads as one data center has them. A quorum is
 * asked only about those in which there is something to do. What one data center missed, a pass
 * over another one sees.
 */
public final class RowSweep {
    /** Rows of a page: what one request holds in memory, and what is seen at one time. */
    private static final int PAGE = 500;

    private final VersionAccess access;
    private final RowCollector collector;
    private final UploadCollector uploads;
    private final Pacer pacer;
    private final Consumer<RowCollector.Outcome> tally;

    /**
     * Wires a sweep.
     *
     * @param tally hears the outcome of each row
     */
    public RowSweep(
            VersionAccess access,
            RowCollector collector,
            UploadCollector uploads,
            Pacer pacer,
            Consumer<RowCollector.Outcome> tally) {
        this.access = access;
        this.collector = collector;
        this.uploads = uploads;
        this.pacer = pacer;
        this.tally = tally;
    }

    /**
     * Goes over a bucket: its objects, then its uploads, and then their parts.
     *
     * @param dc the data center whose rows are looked at
     * @param observer sees each row of it
     * @param mayContinue asked before each row
     * @return whether it came to the end
     */
    public boolean sweep(
            BucketLife life, DcName dc, RowObserver observer, BooleanSupplier mayContinue)
            throws ReplicaException {
        Pass pass = new Pass(life, dc, observer, mayContinue);
        BucketId objects = life.bucket();
        BucketId parts = objects.uploads();
        // Parts whose upload is over are deleted by decision before their rows are looked at.
        return sweep(pass, objects, "")
                && sweep(pass, parts, UploadRows.prefixOfUploads(""))
                && sweep(pass, parts, "");
    }

    /** A pass over a bucket. */
    private record Pass(
            BucketLife life, DcName dc, RowObserver observer, BooleanSupplier mayContinue) {}

    private boolean sweep(Pass pass, BucketId space, String prefix) throws ReplicaException {
        Optional<Scan> next = Optional.of(new Scan(space, prefix, prefix, true, PAGE));
        while (next.isPresent()) {
            Scan scan = next.get();
            RowPage page = pacer.look(() -> access.metadata().group().scan(pass.dc(), scan));
            for (NamedRow row : page.rows()) {
                if (!pass.mayContinue().getAsBoolean()) {
                    return false;
                }
                ObjectKey key = new ObjectKey(space, row.name());
                if (key.holdsRecords() && prefix.isEmpty()) {
                    continue;
                }
                pass.observer().see(key, row);
                if (key.holdsRecords()) {
                    pacer.step(() -> tally.accept(uploads.collect(pass.life(), pass.dc(), row)));
                } else {
                    visit(key, row);
                }
            }
            next = scan.next(page);
        }
        return true;
    }

    private void visit(ObjectKey key, NamedRow row) {
        Row live = row.row().orNextGeneration();
        // Garbage may be in a part of a long log that this row does not hold, and whoever decided
        // its end may not have lived to make it a stub.
        if (row.row().isEnded() || live.firstHeld() > 1 || collector.hasWork(key, live)) {
            pacer.step(() -> tally.accept(collector.collect(key, live)));
        } else {
            tally.accept(RowCollector.Outcome.CLEAN);
        }
    }
}
