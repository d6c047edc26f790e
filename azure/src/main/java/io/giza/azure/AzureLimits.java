package io.giza.azure;

import java.time.Duration;

/**
 * How patient the calls to an account are, and how many there are.
 *
 * @param connectTimeout how long making a connection may take
 * @param requestTimeout how long one try of a request may take; the service is told the same, so
 *     that it gives up when the caller does
 * @param retries how often a request that may be repeated is tried again
 * @param retryDelay how long the first pause before that is; it doubles
 * @param longestRetryDelay what it doubles up to
 * @param connections how many requests there are at a time
 * @param quietPeriod how long after its caller gave a request up nothing of it can happen any more
 */
public record AzureLimits(
        Duration connectTimeout,
        Duration requestTimeout,
        int retries,
        Duration retryDelay,
        Duration longestRetryDelay,
        int connections,
        Duration quietPeriod) {}
