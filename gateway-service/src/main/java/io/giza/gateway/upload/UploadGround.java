package io.giza.gateway.upload;

import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory.Standing;
import io.giza.gateway.object.Cluster;
import io.giza.gateway.object.Ground;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.UploadRecord;
import io.giza.paxos.Row;

import java.util.Map;
import java.util.Optional;

/**
 * The upload of a part, which must have been open when the part was voted for: whoever completes
 * the upload looks at its parts only as long as it is open, and so sees every part that was
 * acknowledged before.
 *
 * @param witness the upload's row
 */
record UploadGround(Cluster cluster, UploadLog log, UploadRules rules, ObjectKey witness)
        implements Ground {
    @Override
    public Standing confirm(Map<DcName, Row> witnesses) {
        if (!rules.confirmsOpen()) {
            return Standing.STANDS;
        }
        long open = witnesses.values().stream().filter(UploadGround::isOpen).count();
        if (cluster.metadata().group().quorums().isClassic((int) open)) {
            return Standing.STANDS;
        }
        Deadline deadline = cluster.after(cluster.settings().read());
        while (!deadline.hasPassed(cluster.surroundings().time())) {
            Optional<Standing> standing =
                    switch (log.find(witness, deadline)) {
                        case UploadLog.Found found -> standing(found, deadline);
                        case UploadLog.Missing _ -> Optional.of(Standing.OVER);
                        case UploadLog.Unreachable _ -> Optional.empty();
                    };
            if (standing.isPresent()) {
                return standing.get();
            }
            cluster.surroundings().time().sleep(cluster.settings().poll());
        }
        return Standing.UNCLEAR;
    }

    private Optional<Standing> standing(UploadLog.Found found, Deadline deadline) {
        return switch (found.record().state()) {
            case UploadRecord.Open _ -> Optional.of(Standing.STANDS);
            case UploadRecord.Completed _ -> Optional.of(Standing.OVER);
            case UploadRecord.Aborted _ ->
                    log.close(found.key(), found.row(), deadline)
                            ? Optional.of(Standing.OVER)
                            : Optional.empty();
            // It may be open again.
            case UploadRecord.Completing _ -> Optional.empty();
        };
    }

    /** Of the versions of a part the newest counts. */
    @Override
    public Terms terms(Deadline deadline) {
        return new Known(Versioning.UNVERSIONED);
    }

    private static boolean isOpen(Row row) {
        return UploadLog.newest(row)
                .filter(record -> record.state() instanceof UploadRecord.Open)
                .isPresent();
    }

    @Override
    public Failure over() {
        return new Failure.NoSuchUpload();
    }
}
