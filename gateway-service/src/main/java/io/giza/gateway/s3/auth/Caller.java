package io.giza.gateway.s3.auth;

import io.giza.replica.Account;

/**
 * Who sent a request, once its signature was verified.
 *
 * @param accessKeyId the access key
 * @param account the storage account it belongs to
 * @param payload what the signature says of the body
 */
public record Caller(String accessKeyId, Account account, PayloadMode payload) {}
