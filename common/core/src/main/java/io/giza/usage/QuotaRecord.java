package io.giza.usage;

/**
 * A quota as an operator set it.
 *
 * @param account whose it is; that of a bucket is none once another account has the bucket's name
 * @param quota how much may be held
 */
public record QuotaRecord(String account, Quota quota) {}
