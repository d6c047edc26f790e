package io.giza.gc.sweep;

import io.giza.gc.plan.RowPlan;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.version.VersionAccess;

import java.util.function.BooleanSupplier;

/**
 * Tells what sweeps over rows would find, as one data center knows it, and does nothing. Of a log
 * that a row does not hold it tells nothing.
 */
public final class RowPreview {
    private static final int PAGE = 500;

    private final VersionAccess access;
    private final RowPlan.AgeLimits ageLimits;

    /**
     * Wires it.
     *
     * @param ageLimits when versions are looked at
     */
    public RowPreview(VersionAccess access, RowPlan.AgeLimits ageLimits) {
        this.access = access;
        this.ageLimits = ageLimits;
    }

    /**
     * What was found.
     *
     * @param rows how many rows were looked at
     * @param unsettled how many puts are to be settled
     * @param garbage how many versions are to be deleted
     * @param bytes how many bytes of objects these have
     * @param empty how many rows are to be removed
     */
    public record Counts(long rows, long unsettled, long garbage, long bytes, long empty) {
        /** Nothing. */
        public static final Counts NOTHING = new Counts(0, 0, 0, 0, 0);

        /** Returns this and that. */
        public Counts plus(Counts other) {
            return new Counts(
                    rows + other.rows,
                    unsettled + other.unsettled,
                    garbage + other.garbage,
                    bytes + other.bytes,
                    empty + other.empty);
        }
    }

    /**
     * Looks at the objects and parts of a bucket.
     *
     * @param dc the data center whose rows are looked at
     * @param mayContinue asked before each page
     */
    public Counts preview(BucketId bucket, DcName dc, BooleanSupplier mayContinue)
            throws ReplicaException {
        return previewSpace(bucket, dc, mayContinue)
                .plus(previewSpace(bucket.uploads(), dc, mayContinue));
    }

    private Counts previewSpace(BucketId space, DcName dc, BooleanSupplier mayContinue)
            throws ReplicaException {
        Counts found = Counts.NOTHING;
        Scan next = new Scan(space, "", "", true, PAGE);
        while (mayContinue.getAsBoolean()) {
            RowPage page = access.metadata().group().scan(dc, next);
            for (NamedRow row : page.rows()) {
                ObjectKey key = new ObjectKey(space, row.name());
                found = key.holdsRecords() ? found : found.plus(countRow(key, row.row()));
            }
            if (!page.more() || page.rows().isEmpty()) {
                break;
            }
            next = next.nextAfter(page.rows().getLast().name());
        }
        return found;
    }

    private Counts countRow(ObjectKey key, Row seen) {
        Row row = seen.orNextGeneration();
        RowPlan plan =
                RowPlan.of(
                        row,
                        access.surroundings().time().instant(),
                        ageLimits,
                        access.rules().maySupersede(key));
        long bytes = 0;
        for (VersionId version : plan.garbage()) {
            bytes +=
                    row.entry(version.version())
                            .filter(entry -> !entry.isTruncated())
                            .map(entry -> ManifestCodec.decode(entry.value()).size())
                            .orElse(0L);
        }
        return new Counts(
                1,
                plan.unsettled().size(),
                plan.garbage().size(),
                bytes,
                seen.isEnded() || plan.isEmpty() ? 1 : 0);
    }
}
