package io.giza.gateway.s3.exchange;

import io.giza.gateway.encryption.KeyProblem;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.system.SystemRows;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Locale;

/** How the failures of the services read in S3. */
public final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
    private static final String RETRY_AFTER_SECONDS = "1";

    private Failures() {}

    /** Returns what the client is told of a failed operation on an object. */
    public static S3Exception toError(Failure failure, Resource resource) {
        return switch (failure) {
            case Failure.NoSuchBucket(boolean foreign) ->
                    foreign ? new S3Exception(S3Error.ACCESS_DENIED) : noSuchBucket(resource);
            case Failure.BucketReplaced() ->
                    unavailable(
                            resource, "the bucket was created again, or encrypts otherwise", false);
            case Failure.NoSuchUpload() -> new S3Exception(S3Error.NO_SUCH_UPLOAD);
            case Failure.AccessDenied() -> new S3Exception(S3Error.ACCESS_DENIED);
            case Failure.ObjectLocked() ->
                    new S3Exception(
                            S3Error.ACCESS_DENIED,
                            "Access Denied because object protected by object lock.");
            case Failure.NoBucketLock() -> noBucketLock();
            case Failure.NoSuchKey() -> noSuchKey(resource);
            case Failure.PreconditionFailed() -> new S3Exception(S3Error.PRECONDITION_FAILED);
            case Failure.ConditionUndecided() ->
                    new S3Exception(S3Error.CONDITIONAL_REQUEST_CONFLICT);
            case Failure.QuotaExceeded(boolean ofAccount) ->
                    quotaExceeded(resource, ofAccount ? "account" : "bucket");
            case Failure.KeyRefused(KeyProblem problem, String detail) ->
                    keyRefused(resource, problem, detail);
            case Failure.Busy(String detail) -> busy(resource, detail);
            case Failure.Unavailable(String detail) -> unavailable(resource, detail, false);
            // The request that found it has raised the alarm.
            case Failure.DataLost _ -> new S3Exception(S3Error.INTERNAL_ERROR);
            case Failure.OutcomeUnknown(String detail) -> unavailable(resource, detail, true);
        };
    }

    /** Returns ServiceUnavailable, as {@link #unavailable}. */
    public static S3Exception toError(BucketService.Unavailable failure, Resource resource) {
        return unavailable(resource, failure.detail(), failure.outcomeUnknown());
    }

    /** Returns ServiceUnavailable, as {@link #unavailable}. */
    public static S3Exception toError(SystemRows.Unavailable failure, Resource resource) {
        return unavailable(resource, failure.detail(), failure.outcomeUnknown());
    }

    /** Returns NoSuchBucket. */
    public static S3Exception noSuchBucket(Resource resource) {
        return new S3Exception(S3Error.NO_SUCH_BUCKET).with("BucketName", resource.bucket());
    }

    private static S3Exception keyRefused(Resource resource, KeyProblem problem, String detail) {
        return switch (problem) {
            case NOT_CONFIGURED ->
                    new S3Exception(
                            S3Error.INVALID_REQUEST,
                            "Server side encryption is not configured: " + detail + ".");
            case KEY_NEEDED ->
                    new S3Exception(
                            S3Error.INVALID_REQUEST,
                            "The object was stored using a form of Server Side Encryption. The"
                                    + " correct parameters must be provided to retrieve the"
                                    + " object.");
            case KEY_NOT_APPLICABLE ->
                    new S3Exception(
                            S3Error.INVALID_REQUEST,
                            "The encryption parameters are not applicable to this object.");
            case WRONG_KEY -> new S3Exception(S3Error.ACCESS_DENIED);
            case NO_SUCH_KEY -> new S3Exception(S3Error.KMS_NOT_FOUND, capitalised(detail));
            case UNREACHABLE -> unavailable(resource, detail, false);
            case LOST -> {
                LOG.atError()
                        .addKeyValue("bucket", resource.bucket())
                        .addKeyValue("key", resource.key())
                        .log("the key of an object is lost: {}", detail);
                yield new S3Exception(
                        S3Error.INTERNAL_ERROR,
                        "The object cannot be decrypted: its key cannot be opened. The gateway's"
                                + " log says why.");
            }
        };
    }

    private static String capitalised(String detail) {
        return detail.substring(0, 1).toUpperCase(Locale.ROOT) + detail.substring(1) + ".";
    }

    private static S3Exception quotaExceeded(Resource resource, String subject) {
        return new S3Exception(
                        S3Error.QUOTA_EXCEEDED,
                        "The quota of the "
                                + subject
                                + " would be exceeded. What you delete makes room within minutes.")
                .with("BucketName", resource.bucket());
    }

    private static S3Exception noBucketLock() {
        return new S3Exception(
                S3Error.INVALID_REQUEST, "Bucket is missing ObjectLockConfiguration");
    }

    /** Returns NoSuchKey. */
    public static S3Exception noSuchKey(Resource resource) {
        return new S3Exception(S3Error.NO_SUCH_KEY).with("Key", resource.key());
    }

    /** Returns SlowDown, to be tried again in a second; the detail is for the log alone. */
    public static S3Exception busy(Resource resource, String detail) {
        LOG.atWarn()
                .addKeyValue("bucket", resource.bucket())
                .addKeyValue("key", resource.key())
                .log("busy: {}", detail);
        return new S3Exception(S3Error.SLOW_DOWN).withHeader("Retry-After", RETRY_AFTER_SECONDS);
    }

    /** The detail names data centers, which is for the log and not for the client. */
    public static S3Exception unavailable(
            Resource resource, String detail, boolean outcomeUnknown) {
        LOG.atWarn()
                .addKeyValue("bucket", resource.bucket())
                .addKeyValue("key", resource.key())
                .addKeyValue("outcomeUnknown", outcomeUnknown)
                .log("unavailable: {}", detail);
        S3Exception error =
                outcomeUnknown
                        ? new S3Exception(
                                S3Error.SERVICE_UNAVAILABLE,
                                "The outcome is unknown: the request may have taken effect, or may"
                                        + " yet. Please retry.")
                        : new S3Exception(S3Error.SERVICE_UNAVAILABLE);
        return error.withHeader("Retry-After", RETRY_AFTER_SECONDS);
    }
}
