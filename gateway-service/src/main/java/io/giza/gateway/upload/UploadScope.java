package io.giza.gateway.upload;

import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory.ScopeState;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.scope.PutScope;
import io.giza.gateway.service.ObjectService.Failure;
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
record UploadScope(Cluster cluster, UploadLog log, ObjectKey witness) implements PutScope {
    @Override
    public ScopeState confirm(Map<DcName, Row> witnesses) {
        long open = witnesses.values().stream().filter(UploadScope::isOpen).count();
        if (cluster.metadata().group().quorums().isClassic((int) open)) {
            return ScopeState.OPEN;
        }
        Deadline deadline = cluster.after(cluster.settings().read());
        while (!deadline.hasPassed(cluster.surroundings().time())) {
            Optional<ScopeState> state =
                    switch (log.find(witness, deadline)) {
                        case UploadLog.Found found -> stateOf(found, deadline);
                        case UploadLog.Missing _ -> Optional.of(ScopeState.GONE);
                        case UploadLog.Unreachable _ -> Optional.empty();
                    };
            if (state.isPresent()) {
                return state.get();
            }
            cluster.surroundings().time().sleep(cluster.settings().poll());
        }
        return ScopeState.UNKNOWN;
    }

    private Optional<ScopeState> stateOf(UploadLog.Found found, Deadline deadline) {
        return switch (found.record().state()) {
            case UploadRecord.Open _ -> Optional.of(ScopeState.OPEN);
            case UploadRecord.Completed _ -> Optional.of(ScopeState.GONE);
            case UploadRecord.Aborted _ ->
                    log.informQuorum(found.key(), found.row(), deadline)
                            ? Optional.of(ScopeState.GONE)
                            : Optional.empty();
            // It may be open again.
            case UploadRecord.Completing _ -> Optional.empty();
        };
    }

    /** Of the versions of a part the newest counts. */
    @Override
    public VersioningDecision versioningDecision(Deadline deadline) {
        return new KnownVersioning(Versioning.UNVERSIONED, Optional.empty());
    }

    private static boolean isOpen(Row row) {
        return UploadLog.newest(row)
                .filter(record -> record.state() instanceof UploadRecord.Open)
                .isPresent();
    }

    @Override
    public Failure goneFailure() {
        return new Failure.NoSuchUpload();
    }
}
