package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.BucketName;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.model.Manifest;
import io.giza.model.VersionName;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a copy is made of.
 *
 * @param resource the object
 * @param version the version that is named, null for the newest
 */
public record CopySource(Resource resource, @Nullable VersionName version) {
    public static final String HEADER = "x-amz-copy-source";
    public static final String RANGE = "x-amz-copy-source-range";
    private static final String CONDITION = "x-amz-copy-source-";
    private static final List<String> CONDITIONS =
            List.of("if-match", "if-none-match", "if-modified-since", "if-unmodified-since");

    /**
     * Reads the header: bucket and key, percent-encoded, with or without a slash before them, and
     * perhaps a versionId.
     *
     * @throws S3Exception InvalidArgument if it names no object
     */
    public static CopySource of(Headers headers) {
        String text = headers.value(HEADER).orElse("");
        // A question mark of the key itself travels encoded.
        int query = text.indexOf('?');
        String path = query < 0 ? text : text.substring(0, query);
        Query parameters = Query.parse(query < 0 ? "" : text.substring(query + 1));
        Resource resource = resource(decoded(path));
        boolean known = parameters.names().stream().allMatch("versionId"::equals);
        if (resource.shape() != Resource.Shape.OBJECT || !known) {
            throw invalid();
        }
        return new CopySource(resource, VersionIds.requested(parameters));
    }

    /** Some clients encode the slash between bucket and key too, so it is looked for at last. */
    private static String decoded(String path) {
        try {
            return PercentCoding.decodePath(path);
        } catch (S3Exception e) {
            throw invalid();
        }
    }

    private static Resource resource(String decoded) {
        String path = decoded.startsWith("/") ? decoded.substring(1) : decoded;
        int slash = path.indexOf('/');
        if (slash < 0 || !BucketName.isValid(path.substring(0, slash))) {
            throw invalid();
        }
        Resource resource = new Resource(path.substring(0, slash), path.substring(slash + 1));
        Resource.requireShort(resource.key());
        return resource;
    }

    private static S3Exception invalid() {
        return new S3Exception(
                        S3Error.INVALID_ARGUMENT,
                        "Copy Source must mention the source bucket and key:"
                                + " sourcebucket/sourcekey")
                .with("ArgumentName", HEADER);
    }

    /** Returns the source as the caller of {@code call} reads it. */
    public Target target(Call call) {
        return new Target(
                call.access().sourceAccount(), resource.bucket(), resource.key(), call.operation());
    }

    /**
     * Returns the version that was copied, as far as it is known: an earlier attempt may have
     * copied another version than this attempt finds.
     *
     * @param found the version that this attempt found
     */
    public Optional<VersionName> copiedVersion(
            Call call, Optional<VersionName> found, PutResult.Stored stored) {
        boolean wasCopiedBefore = stored.byEarlierAttempt() && call.operation().isRetry();
        return wasCopiedBefore ? Optional.ofNullable(version) : found;
    }

    /**
     * Checks the conditions on the source.
     *
     * @param now by the clock of this gateway
     * @throws S3Exception PreconditionFailed
     */
    public static void check(Headers headers, Manifest source, Instant now) {
        Map<String, List<String>> plain = new LinkedHashMap<>();
        for (String name : CONDITIONS) {
            headers.value(CONDITION + name).ifPresent(value -> plain.put(name, List.of(value)));
        }
        if (ReadConditions.decide(Headers.of(plain), source, now)
                != ReadConditions.Decision.PROCEED) {
            throw new S3Exception(S3Error.PRECONDITION_FAILED);
        }
    }
}
