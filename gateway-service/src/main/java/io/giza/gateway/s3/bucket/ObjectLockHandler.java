package io.giza.gateway.s3.bucket;

import io.giza.concurrent.Time;
import io.giza.gateway.s3.document.LockDocuments;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.level.LevelRange;
import io.giza.level.LiveLevel;
import io.giza.lock.BucketLock;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Object lock of buckets: PutObjectLockConfiguration, GetObjectLockConfiguration. */
public final class ObjectLockHandler {
    private static final String ENABLED_HEADER = "x-amz-bucket-object-lock-enabled";
    private static final int MAX_DOCUMENT_BYTES = 64 << 10;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final BucketService buckets;
    private final Buckets finder;
    private final LiveLevel level;
    private final Time time;

    /**
     * Makes the handler.
     *
     * @param level says whether all processes know locks
     */
    public ObjectLockHandler(BucketService buckets, Buckets finder, LiveLevel level, Time time) {
        this.buckets = buckets;
        this.finder = finder;
        this.level = level;
        this.time = time;
    }

    /**
     * Returns how versions are to be locked in a bucket that is created.
     *
     * @throws S3Exception InvalidArgument, or InvalidRequest as long as the cluster is at a level
     *     that has no locks
     */
    Optional<BucketLock> ofNew(Call call) {
        String enabled = call.headers().value(ENABLED_HEADER).orElse("false");
        return switch (enabled.toLowerCase(Locale.ROOT)) {
            case "false" -> Optional.empty();
            case "true" -> {
                requireLevel();
                yield Optional.of(BucketLock.ENABLED);
            }
            default ->
                    throw new S3Exception(
                                    S3Error.INVALID_ARGUMENT,
                                    ENABLED_HEADER + " must be true or false.")
                            .with("ArgumentName", ENABLED_HEADER)
                            .with("ArgumentValue", enabled);
        };
    }

    private void requireLevel() {
        Optional<String> refusal =
                level.refusal(LevelRange.OPERATED, "object lock", time.after(PATIENCE));
        if (refusal.isPresent()) {
            throw new S3Exception(S3Error.INVALID_REQUEST, refusal.get() + ".");
        }
    }

    /**
     * PutObjectLockConfiguration: lets versions be locked in a versioned bucket, for good. All that
     * is put after the answer goes by its default retention.
     *
     * @throws S3Exception InvalidBucketState unless versioning is enabled
     */
    public void put(Call call, Reply reply) throws IOException {
        BucketLock lock =
                finder.readAfterBucket(
                        call,
                        () -> call.read(call.body(MAX_DOCUMENT_BYTES), ObjectLockHandler::read));
        requireLevel();
        lock(
                call,
                buckets.setLock(call.account(), call.resource().bucket(), lock, call.operation()));
        reply.empty(200);
    }

    private static BucketLock read(byte[] document) {
        if (document.length == 0) {
            throw new S3Exception(S3Error.MISSING_REQUEST_BODY);
        }
        return LockDocuments.readConfiguration(document);
    }

    /**
     * GetObjectLockConfiguration.
     *
     * @throws S3Exception ObjectLockConfigurationNotFoundError
     */
    public void get(Call call, Reply reply) throws IOException {
        BucketLock lock =
                of(call).orElseThrow(
                                () ->
                                        new S3Exception(S3Error.NO_SUCH_OBJECT_LOCK_CONFIGURATION)
                                                .with("BucketName", call.resource().bucket()));
        reply.xml(200, LockDocuments.configuration(lock));
    }

    /** Returns how versions are locked in the bucket of a request, empty if none can be. */
    public Optional<BucketLock> of(Call call) {
        return lock(call, buckets.lockOf(call.account(), call.resource().bucket()));
    }

    private static Optional<BucketLock> lock(Call call, VersioningResult result) {
        return switch (result) {
            case VersioningResult.Changed(Optional<BucketLock> lock) -> lock;
            case VersioningResult.Conflict() ->
                    throw new S3Exception(
                            S3Error.INVALID_BUCKET_STATE,
                            "Versioning must be 'Enabled' on the bucket to apply a Object Lock"
                                    + " configuration");
            case VersioningResult.Absent() -> throw Failures.noSuchBucket(call.resource());
            case VersioningResult.Foreign() -> throw new S3Exception(S3Error.ACCESS_DENIED);
            case Unavailable failure -> throw Failures.toError(failure, call.resource());
        };
    }
}
