package io.giza.gateway.service;

import io.giza.replica.Account;

/**
 * A page of a listing.
 *
 * @param account the caller's storage account
 * @param bucket the bucket's name
 * @param prefix keys must begin with it; may be empty
 * @param delimiter groups keys up to its first occurrence after the prefix; may be empty
 * @param after keys and common prefixes must come after it; may be empty
 * @param limit the greatest number of keys and common prefixes together, 0 to 1,000
 */
public record ListRequest(
        Account account, String bucket, String prefix, String delimiter, String after, int limit) {}
