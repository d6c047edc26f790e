package io.giza.gateway.s3.policy.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

/** What is wrong with a policy, in S3's words. */
final class MalformedPolicy {
    static final String INVALID_JSON = "This policy contains invalid Json";

    private MalformedPolicy() {}

    static S3Exception malformed(String message) {
        return new S3Exception(S3Error.MALFORMED_POLICY, message);
    }

    static S3Exception missing(String field) {
        return malformed("Missing required field " + field);
    }
}
