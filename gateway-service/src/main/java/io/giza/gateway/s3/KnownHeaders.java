package io.giza.gateway.s3;

import io.giza.gateway.s3.document.AccessControlList;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The x-amz headers that are understood. Any other one asks for something that would not happen
 * (encryption, tags, locks, a copy), so the request is refused and not half done.
 */
final class KnownHeaders {
    private static final Set<String> READ =
            Set.of(
                    "x-amz-acl",
                    // There is no retention here that could be bypassed.
                    "x-amz-bypass-governance-retention",
                    "x-amz-content-sha256",
                    "x-amz-date",
                    "x-amz-decoded-content-length",
                    "x-amz-expected-bucket-owner",
                    "x-amz-object-ownership",
                    "x-amz-request-payer",
                    "x-amz-sdk-checksum-algorithm",
                    "x-amz-tagging",
                    // An offer of the client to understand a trailing MD5, which may be left
                    // unused.
                    "x-amz-te",
                    "x-amz-trailer",
                    "x-amz-user-agent");

    /** Headers of which only the value that says what happens anyway is accepted. */
    private static final Map<String, String> ONLY =
            Map.of(
                    "x-amz-bucket-object-lock-enabled", "false",
                    "x-amz-storage-class", "STANDARD");

    private static final List<String> OWNERS =
            List.of("x-amz-expected-bucket-owner", "x-amz-source-expected-bucket-owner");

    /** The headers of a copy. */
    private static final Set<String> COPY =
            Set.of(
                    "x-amz-copy-source",
                    "x-amz-copy-source-if-match",
                    "x-amz-copy-source-if-modified-since",
                    "x-amz-copy-source-if-none-match",
                    "x-amz-copy-source-if-unmodified-since",
                    "x-amz-metadata-directive",
                    "x-amz-source-expected-bucket-owner",
                    "x-amz-tagging-directive");

    private static final Set<String> ATTRIBUTES =
            Set.of("x-amz-max-parts", "x-amz-object-attributes", "x-amz-part-number-marker");

    private KnownHeaders() {}

    /**
     * Checks the headers of a request.
     *
     * @param operation what the request asks for
     * @param ownerId the caller's canonical id
     */
    static void check(Operation operation, Headers headers, String ownerId) {
        for (String name : headers.names()) {
            if (name.startsWith("x-amz-") && !isKnown(name) && !isOf(operation, name)) {
                checkOnly(name, headers.value(name).orElse(""));
            }
        }
        for (String owner : OWNERS) {
            if (!headers.value(owner).orElse(ownerId).equals(ownerId)) {
                throw new S3Exception(S3Error.ACCESS_DENIED);
            }
        }
    }

    private static boolean isOf(Operation operation, String name) {
        return switch (operation) {
            case COPY_OBJECT -> COPY.contains(name);
            case UPLOAD_PART_COPY ->
                    name.equals(CopySource.RANGE)
                            || (COPY.contains(name) && !name.endsWith("-directive"));
            case COMPLETE_MULTIPART_UPLOAD -> name.equals("x-amz-mp-object-size");
            case GET_OBJECT_ATTRIBUTES -> ATTRIBUTES.contains(name);
            default -> false;
        };
    }

    private static boolean isKnown(String name) {
        return READ.contains(name)
                || AccessControlList.isGrant(name)
                || name.startsWith("x-amz-meta-")
                || name.startsWith("x-amz-checksum-");
    }

    private static void checkOnly(String name, String value) {
        String only = ONLY.get(name);
        if (only == null || !only.equals(value)) {
            throw new S3Exception(S3Error.NOT_IMPLEMENTED).with("Header", name);
        }
    }
}
