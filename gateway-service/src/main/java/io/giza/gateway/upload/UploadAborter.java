package io.giza.gateway.upload;

import io.giza.commit.CommitResult;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.UploadService.AbortResult;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRecord.Completing;

import java.util.Optional;

/** Aborts an upload: decide ABORTED, unless a completion has begun, which is gone on with first. */
final class UploadAborter {
    private final Cluster cluster;
    private final UploadLog log;
    private final Completion completion;

    UploadAborter(Cluster cluster, UploadLog log, UploadRules rules) {
        this.cluster = cluster;
        this.log = log;
        this.completion = new Completion(cluster, new VersionResolver(cluster), log, rules);
    }

    AbortResult abort(UploadLocation location) {
        Deadline deadline = cluster.after(cluster.settings().commit());
        while (!deadline.hasPassed(cluster.surroundings().time())) {
            switch (log.find(location.key(), deadline)) {
                case UploadLog.Missing _ -> {
                    return new AbortResult.Failed(new Failure.NoSuchUpload());
                }
                case UploadLog.Unreachable unreachable -> {
                    return new AbortResult.Failed(new Failure.Unavailable(unreachable.detail()));
                }
                case UploadLog.Found found -> {
                    Optional<AbortResult> end = abort(location, found, deadline);
                    if (end.isPresent()) {
                        return end.get();
                    }
                }
            }
        }
        return new AbortResult.Failed(new Failure.OutcomeUnknown("the upload kept changing"));
    }

    private UploadRecord.Aborted aborted() {
        return new UploadRecord.Aborted(cluster.surroundings().time().instant());
    }

    private Optional<AbortResult> abort(
            UploadLocation location, UploadLog.Found found, Deadline deadline) {
        return switch (found.record().state()) {
            case UploadRecord.Open _ ->
                    switch (log.change(found, aborted(), deadline)) {
                        case CommitResult.Committed committed ->
                                Optional.of(
                                        log.informQuorum(found.key(), committed.row(), deadline)
                                                ? new AbortResult.Aborted()
                                                : new AbortResult.Failed(
                                                        new Failure.OutcomeUnknown(
                                                                "too few learned of the end")));
                        case CommitResult.Unknown unknown ->
                                Optional.of(
                                        new AbortResult.Failed(
                                                new Failure.OutcomeUnknown(unknown.detail())));
                        case CommitResult.Unavailable unavailable ->
                                Optional.of(
                                        new AbortResult.Failed(
                                                new Failure.Unavailable(unavailable.detail())));
                        case CommitResult.Withdrawn _,
                                CommitResult.Fenced _,
                                CommitResult.Repeated _ ->
                                Optional.empty();
                    };
            case Completing completing ->
                    switch (completion.resume(
                            location.destination(), found, completing, deadline)) {
                        case Completion.Done _, Completion.Gone _ ->
                                Optional.of(new AbortResult.Failed(new Failure.NoSuchUpload()));
                        case Completion.Reopened _ -> Optional.empty();
                        case Completion.Failed(Failure failure) ->
                                Optional.of(new AbortResult.Failed(failure));
                    };
            case UploadRecord.Completed _ ->
                    Optional.of(new AbortResult.Failed(new Failure.NoSuchUpload()));
            case UploadRecord.Aborted _ ->
                    Optional.of(new AbortResult.Failed(log.abortedFailure(found, deadline)));
        };
    }
}
