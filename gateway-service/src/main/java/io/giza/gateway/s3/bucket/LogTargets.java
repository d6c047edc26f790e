package io.giza.gateway.s3.bucket;

import io.giza.gateway.s3.access.OwnershipControls;
import io.giza.gateway.s3.document.LoggingConfiguration.Target;
import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.request.BucketName;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.lock.BucketLock;

/**
 * Checks the buckets that are to get the records of others' requests.
 *
 * @param buckets finds them
 * @param ownerships tells whether their lists mean anything
 */
public record LogTargets(BucketService buckets, OwnershipControls ownerships) {
    /**
     * Lets records go to a bucket.
     *
     * @param call the request to record those for its bucket
     * @throws S3Exception InvalidTargetBucketForLogging unless it is there, of the same account,
     *     and retains nothing by itself; AccessControlListNotSupported or NotImplemented if others
     *     are to be granted something; or ServiceUnavailable
     */
    void require(Call call, Target target) {
        if (!BucketName.isValid(target.bucket())) {
            throw absent(target);
        }
        Bucket bucket =
                switch (buckets.find(call.account(), target.bucket())) {
                    case FindResult.Found(Bucket found) -> found;
                    case FindResult.Absent() -> throw absent(target);
                    case FindResult.Foreign() ->
                            throw invalid(
                                    target,
                                    "The owner for the bucket to be logged and the target bucket"
                                            + " must be the same.");
                    case BucketService.Unavailable failure ->
                            throw Failures.toError(failure, call.resource());
                };
        requireNoRetention(call, target);
        if (target.hasGrants()) {
            throw ownerships.isEnforced(new Resource(bucket.name(), ""), bucket.id())
                    ? new S3Exception(S3Error.ACCESS_CONTROL_LIST_NOT_SUPPORTED)
                    : Refusal.element("TargetGrants");
        }
    }

    private void requireNoRetention(Call call, Target target) {
        switch (buckets.lockOf(call.account(), target.bucket())) {
            case VersioningResult.Changed(var lock) -> {
                if (lock.flatMap(BucketLock::defaultRetention).isPresent()) {
                    throw invalid(
                            target,
                            "The target bucket for logging must not have a default retention.");
                }
            }
            case BucketService.Unavailable failure ->
                    throw Failures.toError(failure, call.resource());
            case VersioningResult.Conflict _,
                    VersioningResult.Absent _,
                    VersioningResult.Foreign _ ->
                    throw absent(target);
        }
    }

    private static S3Exception absent(Target target) {
        return invalid(target, "The target bucket for logging does not exist.");
    }

    private static S3Exception invalid(Target target, String message) {
        return new S3Exception(S3Error.INVALID_TARGET_BUCKET_FOR_LOGGING, message)
                .with("TargetBucket", target.bucket());
    }
}
