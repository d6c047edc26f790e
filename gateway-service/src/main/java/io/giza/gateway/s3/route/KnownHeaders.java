package io.giza.gateway.s3.route;

import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;

import java.util.List;

/**
 * Checks the x-amz headers of a request against {@link HeaderRule}. One that no rule accepts asks
 * for something that would not happen (encryption, a lock), so the request is refused and not half
 * done.
 */
public final class KnownHeaders {
    private static final List<String> OWNER_HEADERS =
            List.of("x-amz-expected-bucket-owner", "x-amz-source-expected-bucket-owner");

    private KnownHeaders() {}

    /**
     * Checks the headers of a request.
     *
     * @param operation what the request asks for
     * @param ownerId the caller's canonical id
     */
    public static void check(Operation operation, Headers headers, String ownerId) {
        for (String name : headers.names()) {
            if (name.startsWith("x-amz-")
                    && !isAccepted(operation, name, headers.value(name).orElse(""))) {
                throw Refusal.header(name);
            }
        }
        for (String owner : OWNER_HEADERS) {
            if (!headers.value(owner).orElse(ownerId).equals(ownerId)) {
                throw new S3Exception(S3Error.ACCESS_DENIED);
            }
        }
    }

    private static boolean isAccepted(Operation operation, String name, String value) {
        return HeaderRule.ALL.stream()
                .anyMatch(rule -> rule.matches(name) && rule.accepts(operation, value));
    }
}
