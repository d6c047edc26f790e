package io.giza.azure;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;

import java.time.Duration;

/** How often something is tried again, and the pauses in between; for one request. */
final class Patience {
    private final AzureLimits limits;
    private final Time time;
    private final Deadline deadline;
    private Duration pause;
    private int left;

    Patience(AzureLimits limits, Time time) {
        this.limits = limits;
        this.time = time;
        deadline = time.after(limits.requestTimeout());
        pause = limits.retryDelay();
        left = limits.retries();
    }

    /** Pauses before another try, or returns false if there is none. */
    boolean allowsAnother(AzureFailure failure) {
        if (left == 0 || deadline.hasPassed(time)) {
            return false;
        }
        left--;
        Duration asked =
                failure instanceof AzureFailure.Throttled throttled
                        ? throttled.retryAfter()
                        : Duration.ZERO;
        Duration wanted = asked.compareTo(pause) > 0 ? asked : pause;
        Duration longest = limits.longestRetryDelay();
        time.sleep(wanted.compareTo(longest) > 0 ? longest : wanted);
        pause = pause.multipliedBy(2);
        return true;
    }
}
