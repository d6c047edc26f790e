package io.giza.gateway.admission;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;

import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Adapts how many requests may begin at a time to the load of the processors. Were all requests of
 * a burst to begin at once, each would get so little of a processor that its time limits pass, and
 * everything done for it would be in vain.
 *
 * <p>Overload shows as scheduling delay: how much later than asked a task gets a processor. Slow
 * data centers lengthen requests but not that delay, so they do not lower the limit. The limit is
 * halved when the delay is long, and raised by an eighth when it is short and requests wait. A
 * request counts for two seconds at most: long requests, such as copies, never keep the rest from
 * beginning. See Zhou et al., "Overload Control for Scaling WeChat Microservices", SoCC 2018,
 * section 4.1, for the signal, and Chiu and Jain, 1989, for increase and decrease.
 */
public final class ConcurrencyLimit implements AutoCloseable {
    private static final Duration SAMPLE = Duration.ofMillis(20);
    private static final long LONG_DELAY = Duration.ofMillis(50).toNanos();
    private static final int FIRST_PER_PROCESSOR = 32;
    private static final int LEAST_PER_PROCESSOR = 8;

    private static final Duration LONGEST_TURN = Duration.ofSeconds(2);

    private final Budget requests;
    private final Queue<Turn> turns = new ConcurrentLinkedQueue<>();
    private final int least;
    private final int greatest;
    private final Surroundings surroundings;
    private volatile boolean closed;

    /**
     * Makes a limit that begins at 32 requests for each processor.
     *
     * @param greatest how many requests may begin at a time at most
     */
    public ConcurrencyLimit(int processors, int greatest, Surroundings surroundings) {
        this.least = Math.min(LEAST_PER_PROCESSOR * processors, greatest);
        this.greatest = greatest;
        this.surroundings = surroundings;
        int first = Math.min(FIRST_PER_PROCESSOR * processors, greatest);
        this.requests = new Budget(surroundings.tasks(), limits(first));
    }

    /** The turn of a request that began, and when it is over at the latest. */
    private record Turn(Budget.Share share, Deadline end) {}

    /** Returns the budget of which each request that begins takes 1. */
    Budget requests() {
        return requests;
    }

    /** Waits until the current task's claimant may begin a request; empty if it may not in time. */
    Optional<Budget.Share> begin(Deadline deadline) {
        Optional<Budget.Share> share = requests.take("", 1, deadline, surroundings.time());
        share.map(each -> new Turn(each, surroundings.time().after(LONGEST_TURN)))
                .ifPresent(turns::add);
        return share;
    }

    /** Begins to sample the scheduling delay; called once. */
    public void start() {
        surroundings.tasks().fork("concurrency-limit", this::run);
    }

    @Override
    public void close() {
        closed = true;
    }

    private void run() {
        while (!closed) {
            Ticks began = surroundings.time().ticks();
            surroundings.time().sleep(SAMPLE);
            adapt(began.elapsedNanos(surroundings.time()) - SAMPLE.toNanos());
            endLongTurns();
        }
    }

    /** Ends turns that have lasted long enough. */
    void endLongTurns() {
        for (Turn first = turns.peek();
                first != null && first.end().hasPassed(surroundings.time());
                first = turns.peek()) {
            turns.remove().share().close();
        }
    }

    /**
     * Takes a sample into account.
     *
     * @param delay the scheduling delay in nanoseconds
     */
    void adapt(long delay) {
        int now = Math.toIntExact(requests.capacity());
        int next = now;
        if (delay > LONG_DELAY) {
            next = Math.max(least, now / 2);
        } else if (requests.isCrowded()) {
            next = Math.min(greatest, now + Math.max(1, now / 8));
        }
        if (next != now) {
            requests.limit(limits(next));
        }
    }

    private static BudgetLimits limits(int requests) {
        return new BudgetLimits(requests, 1);
    }
}
