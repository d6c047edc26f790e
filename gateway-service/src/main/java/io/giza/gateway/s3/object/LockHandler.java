package io.giza.gateway.s3.object;

import io.giza.gateway.s3.bucket.ObjectLockHandler;
import io.giza.gateway.s3.document.LockDocuments;
import io.giza.gateway.s3.document.LockHeaders;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.VersionIds;
import io.giza.gateway.service.LockRequest;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.gateway.service.OpenObject;
import io.giza.lock.LegalHold;
import io.giza.lock.Retention;
import io.giza.lock.VersionLock;
import io.giza.model.VersionName;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/** Locks of versions: Put and GetObjectRetention, Put and GetObjectLegalHold. */
public final class LockHandler {
    private static final int MAX_DOCUMENT_BYTES = 64 << 10;

    private final ObjectService objects;
    private final Buckets buckets;
    private final ObjectLockHandler bucketLocks;
    private final InstantSource clock;

    /**
     * Makes the handler.
     *
     * @param clock by which a retention has to end in the future
     */
    public LockHandler(
            ObjectService objects,
            Buckets buckets,
            ObjectLockHandler bucketLocks,
            InstantSource clock) {
        this.objects = objects;
        this.buckets = buckets;
        this.bucketLocks = bucketLocks;
        this.clock = clock;
    }

    /**
     * PutObjectRetention: retains a version; one in force is only made longer, unless it is in
     * governance mode and bypassed.
     *
     * @throws S3Exception AccessDenied if a lock forbids it, InvalidRequest where versions cannot
     *     be locked
     */
    public void putRetention(Call call, Reply reply) throws IOException {
        Optional<Retention> retention =
                buckets.readAfterBucket(
                        call,
                        () ->
                                call.read(
                                        call.body(MAX_DOCUMENT_BYTES),
                                        bytes ->
                                                LockDocuments.readRetention(
                                                        bytes, clock.instant())));
        change(call, reply, new LockRequest.OfRetention(retention));
    }

    /** PutObjectLegalHold: holds a version until further notice, or no longer. */
    public void putHold(Call call, Reply reply) throws IOException {
        LegalHold hold =
                buckets.readAfterBucket(
                        call,
                        () -> call.read(call.body(MAX_DOCUMENT_BYTES), LockDocuments::readHold));
        change(call, reply, new LockRequest.OfHold(hold));
    }

    private void change(Call call, Reply reply, LockRequest.Change change) {
        LockRequest request =
                new LockRequest(
                        call.target(),
                        version(call),
                        change,
                        LockHeaders.bypassesGovernance(call.headers()));
        switch (objects.lock(request)) {
            case TagResult.Tagged(Optional<VersionName> version) ->
                    VersionIds.addHeader(reply, version);
            case TagResult.Absent(Optional<VersionName> marker) ->
                    throw TaggingHandler.absent(call, marker);
            case TagResult.Marker() -> throw TaggingHandler.marker(call);
            case Failure.NoBucketLock() -> throw noBucketLock();
            case Failure failure -> throw Failures.toError(failure, call.resource());
        }
        reply.empty(200);
    }

    /**
     * GetObjectRetention.
     *
     * @throws S3Exception NoSuchObjectLockConfiguration if the version is not retained
     */
    public void getRetention(Call call, Reply reply) throws IOException {
        Retention retention = lock(call).retention().orElseThrow(LockHandler::none);
        reply.xml(200, LockDocuments.retention(retention));
    }

    /**
     * GetObjectLegalHold.
     *
     * @throws S3Exception NoSuchObjectLockConfiguration if the version never was held
     */
    public void getHold(Call call, Reply reply) throws IOException {
        LegalHold hold =
                Optional.of(lock(call).hold())
                        .filter(each -> each != LegalHold.UNSET)
                        .orElseThrow(LockHandler::none);
        reply.xml(200, LockDocuments.hold(hold));
    }

    private VersionLock lock(Call call) {
        VersionName version = version(call);
        return switch (objects.get(new GetRequest(call.target(), version, false))) {
            case GetResult.Found(OpenObject object) -> {
                try (object) {
                    if (bucketLocks.of(call).isEmpty()) {
                        throw noBucketLock();
                    }
                    yield object.manifest().lock();
                }
            }
            case GetResult.Absent(Optional<VersionName> marker) ->
                    throw TaggingHandler.absent(call, marker);
            case GetResult.Marker() -> throw TaggingHandler.marker(call);
            case Failure failure -> throw Failures.toError(failure, call.resource());
        };
    }

    private static S3Exception none() {
        return new S3Exception(S3Error.NO_SUCH_OBJECT_LOCK);
    }

    private static S3Exception noBucketLock() {
        return new S3Exception(
                S3Error.INVALID_REQUEST, "Bucket is missing Object Lock Configuration");
    }

    /** Clients that lock the newest version may send an empty id for it. */
    private static @Nullable VersionName version(Call call) {
        return VersionIds.requested(call.query().first("versionId").filter(id -> !id.isEmpty()));
    }
}
