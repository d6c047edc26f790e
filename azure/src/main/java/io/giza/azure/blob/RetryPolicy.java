package io.giza.azure.blob;

import io.giza.azure.AzureFailure;
import io.giza.azure.AzureLimits;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;

import java.time.Duration;

/** How often something is tried again, and the pauses in between; for one request. */
final class RetryPolicy {
    private final AzureLimits limits;
    private final Time time;
    private final Deadline deadline;
    private Duration pause;
    private int retriesLeft;

    RetryPolicy(AzureLimits limits, Time time) {
        this.limits = limits;
        this.time = time;
        deadline = time.after(limits.requestTimeout());
        pause = limits.retryDelay();
        retriesLeft = limits.retries();
    }

    /** Pauses before another try, or returns false if there is none. */
    boolean pauseBeforeRetry(AzureFailure failure) {
        if (retriesLeft == 0 || deadline.hasPassed(time)) {
            return false;
        }
        retriesLeft--;
        Duration retryAfter =
                failure instanceof AzureFailure.Throttled throttled
                        ? throttled.retryAfter()
                        : Duration.ZERO;
        Duration delay = retryAfter.compareTo(pause) > 0 ? retryAfter : pause;
        Duration maxDelay = limits.longestRetryDelay();
        time.sleep(delay.compareTo(maxDelay) > 0 ? maxDelay : delay);
        pause = pause.multipliedBy(2);
        return true;
    }
}
