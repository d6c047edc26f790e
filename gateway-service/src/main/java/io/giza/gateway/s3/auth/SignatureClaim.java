package io.giza.gateway.s3.auth;

import io.giza.signature.CredentialScope;

import java.time.Instant;
import java.util.List;

/**
 * What a request claims of its signature, before anything was verified.
 *
 * @param accessKeyId who claims to have signed
 * @param scope where and when
 * @param signedHeaders the names of the headers that were signed, lower-case, as sent
 * @param signature lower-case hexadecimal
 * @param timestamp the time of signing as it was signed, yyyyMMdd'T'HHmmss'Z'
 * @param signedAt the same
 * @param payloadHash what the canonical request ends with
 * @param presigned whether the claim is in the query
 */
record SignatureClaim(
        String accessKeyId,
        CredentialScope scope,
        List<String> signedHeaders,
        String signature,
        String timestamp,
        Instant signedAt,
        String payloadHash,
        boolean presigned) {
    SignatureClaim {
        signedHeaders = List.copyOf(signedHeaders);
    }
}
