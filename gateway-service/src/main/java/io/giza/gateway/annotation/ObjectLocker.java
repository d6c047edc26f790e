package io.giza.gateway.annotation;

import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.service.LockRequest;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.lock.LegalHold;
import io.giza.lock.LockPermit;
import io.giza.lock.Retention;
import io.giza.model.BucketRecord;
import io.giza.model.Manifest;
import io.giza.record.AnnotationCodec;
import io.giza.record.AnnotationCodec.Annotation;

import java.time.Instant;
import java.util.Optional;

/**
 * Changes the retention or the legal hold of a version. Whether a retention may change is judged on
 * the state of the row right before the record that changes it, so of two that come at once the
 * later one is judged by the earlier.
 */
public final class ObjectLocker {
    private final Cluster cluster;
    private final VersionAnnotator annotator;
    private final LockPermits permits;

    /** Locks by an annotator. */
    public ObjectLocker(Cluster cluster, VersionAnnotator annotator) {
        this.cluster = cluster;
        this.annotator = annotator;
        this.permits = new LockPermits(cluster);
    }

    /** Changes it, or says why not. */
    public TagResult lock(LockRequest request) {
        return annotator.annotate(
                new VersionAnnotator.Request(
                        request.target(), request.version(), new Change(request)));
    }

    private static Annotation annotation(LockRequest.Change change) {
        return switch (change) {
            case LockRequest.OfRetention(Optional<Retention> retention) ->
                    new AnnotationCodec.Retained(retention);
            case LockRequest.OfHold(LegalHold hold) -> new AnnotationCodec.Held(hold);
        };
    }

    /** When the lock may change. For one task at a time. */
    private final class Change implements AnnotationChange {
        private final LockRequest request;
        private LockPermit permit;

        Change(LockRequest request) {
            this.request = request;
            this.permit = new LockPermit(request.bypassesGovernance(), Instant.MIN);
        }

        @Override
        public Annotation annotation(Manifest manifest) {
            return ObjectLocker.annotation(request.change());
        }

        @Override
        public boolean isSame(Annotation annotation) {
            return ObjectLocker.annotation(request.change()).equals(annotation);
        }

        @Override
        public Optional<Failure> refusal(BucketRecord bucket) {
            return bucket.lock().isPresent()
                    ? Optional.empty()
                    : Optional.of(new Failure.NoBucketLock());
        }

        @Override
        public Optional<Failure> refusal(Manifest manifest) {
            if (mayFollow(manifest)) {
                return Optional.empty();
            }
            return switch (permits.against(manifest.lock(), request.bypassesGovernance())) {
                case LockPermits.Unknown(Failure failure) -> Optional.of(failure);
                case LockPermits.Known(LockPermit known) -> {
                    permit = known;
                    yield mayFollow(manifest)
                            ? Optional.empty()
                            : Optional.of(new Failure.ObjectLocked());
                }
            };
        }

        @Override
        public boolean isPromise() {
            return switch (request.change()) {
                case LockRequest.OfRetention(Optional<Retention> retention) ->
                        retention.isPresent();
                case LockRequest.OfHold(LegalHold hold) -> hold == LegalHold.ON;
            };
        }

        @Override
        public boolean mayFollow(Manifest manifest) {
            return switch (request.change()) {
                case LockRequest.OfRetention(Optional<Retention> retention) ->
                        cluster.versions().rules().mayRetain(manifest.lock(), retention, permit);
                case LockRequest.OfHold _ -> true;
            };
        }
    }
}
