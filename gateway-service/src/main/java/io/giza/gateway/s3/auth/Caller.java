package io.giza.gateway.s3.auth;

import io.giza.replica.Account;

import java.util.Set;

/**
 * Who sent a request, once its signature was verified.
 *
 * @param accessKeyId the access key
 * @param account the storage account it belongs to
 * @param payload what the signature says of the body
 * @param signedHeaders the names of the headers that were signed with this one request, lower-case;
 *     none where a signature is good for many requests
 */
public record Caller(
        String accessKeyId, Account account, PayloadMode payload, Set<String> signedHeaders) {
    public Caller {
        signedHeaders = Set.copyOf(signedHeaders);
    }
}
