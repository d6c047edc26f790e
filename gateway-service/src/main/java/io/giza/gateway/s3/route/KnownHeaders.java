package io.giza.gateway.s3.route;

import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;

/**
 * Checks the x-amz headers of a request against {@link HeaderRule}. One that no rule accepts asks
 * for something that would not happen (encryption, a lock), so the request is refused and not half
 * done.
 */
public final class KnownHeaders {
    private KnownHeaders() {}

    /**
     * Checks the headers of a request.
     *
     * @param operation what the request asks for
     * @param ownerId the canonical id of whoever owns the bucket
     * @param sourceOwnerId likewise, of the bucket of what is copied
     */
    public static void check(
            Operation operation, Headers headers, String ownerId, String sourceOwnerId) {
        for (String name : headers.names()) {
            if (name.startsWith("x-amz-")
                    && !isAccepted(operation, name, headers.value(name).orElse(""))) {
                throw Refusal.header(name);
            }
        }
        requireOwner(headers, "x-amz-expected-bucket-owner", ownerId);
        requireOwner(headers, "x-amz-source-expected-bucket-owner", sourceOwnerId);
    }

    private static void requireOwner(Headers headers, String name, String ownerId) {
        if (!headers.value(name).orElse(ownerId).equals(ownerId)) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
    }

    private static boolean isAccepted(Operation operation, String name, String value) {
        return HeaderRule.ALL.stream()
                .anyMatch(rule -> rule.matches(name) && rule.accepts(operation, value));
    }
}
