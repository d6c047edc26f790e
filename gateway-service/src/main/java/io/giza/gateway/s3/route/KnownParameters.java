package io.giza.gateway.s3.route;

import io.giza.gateway.s3.request.PresignedHeaders;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource.Shape;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The parameters of S3's queries. One that selects what a request is about must be read by its
 * operation; the others only shape an answer, and where nobody reads them they are ignored, as at
 * S3.
 */
final class KnownParameters {
    /** Names of sub-resources and of what is in them: unread, they would change what is asked. */
    static final List<String> SELECTING =
            List.of(
                    "abac",
                    "accelerate",
                    "acl",
                    "analytics",
                    "annotation",
                    "annotationName",
                    "attributes",
                    "cors",
                    "delete",
                    "encryption",
                    "intelligent-tiering",
                    "inventory",
                    "legal-hold",
                    "lifecycle",
                    "list-type",
                    "location",
                    "logging",
                    "metadataAnnotationTable",
                    "metadataConfiguration",
                    "metadataInventoryTable",
                    "metadataJournalTable",
                    "metadataTable",
                    "metrics",
                    "notification",
                    "object-lock",
                    "ownershipControls",
                    "partNumber",
                    "policy",
                    "policyStatus",
                    "publicAccessBlock",
                    "renameObject",
                    "replication",
                    "requestPayment",
                    "restore",
                    "retention",
                    "select",
                    "select-type",
                    "session",
                    "tagging",
                    "torrent",
                    "uploadId",
                    "uploads",
                    "versionId",
                    "versioning",
                    "versions",
                    "website");

    /** Parameters that shape an answer. */
    static final List<String> SHAPING =
            List.of(
                    "annotation-prefix",
                    "bucket-region",
                    "continuation-token",
                    "delimiter",
                    "encoding-type",
                    "fetch-owner",
                    "id",
                    "key-marker",
                    "marker",
                    "max-annotation-results",
                    "max-buckets",
                    "max-directory-buckets",
                    "max-keys",
                    "max-parts",
                    "max-uploads",
                    "part-number-marker",
                    "prefix",
                    "response-cache-control",
                    "response-content-disposition",
                    "response-content-encoding",
                    "response-content-language",
                    "response-content-type",
                    "response-expires",
                    "start-after",
                    "upload-id-marker",
                    "version-id-marker");

    private static final Set<String> READS = Set.of("GET", "HEAD");

    private static final Set<String> SELECTING_LOWER_CASE =
            SELECTING.stream()
                    .map(name -> name.toLowerCase(Locale.ROOT))
                    .collect(Collectors.toUnmodifiableSet());

    private KnownParameters() {}

    /**
     * Returns the first parameter that must not be passed over.
     *
     * @param read the parameters that the operation reads
     */
    static Optional<String> refused(RawRequest request, Shape shape, Set<String> read) {
        return request.query().parameters().stream()
                .filter(each -> !read.contains(each.name()))
                .filter(each -> isRefused(each, request, shape))
                .map(Query.Parameter::name)
                .findFirst();
    }

    private static boolean isRefused(Query.Parameter parameter, RawRequest request, Shape shape) {
        String name = parameter.name();
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.startsWith("x-amz-")) {
            // A header, and not in a place where anything reads it.
            return !PresignedHeaders.isSignatureParameter(lower);
        }
        if (SELECTING_LOWER_CASE.contains(lower)) {
            // Spelled wrongly, S3 passes it over: who deletes a versionid would lose the newest.
            return true;
        }
        // A bare name may be a sub-resource that S3 has since; only reads of objects pass it over.
        boolean readsObject = shape == Shape.OBJECT && READS.contains(request.method());
        return parameter.value().isEmpty() && !SHAPING.contains(name) && !readsObject;
    }
}
