package io.giza.gateway.admission;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Claimant;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.concurrent.WaitListener;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.http.server.Exchange;

import java.time.Duration;
import java.util.Optional;

/**
 * Lets requests begin while there are processors and heap for them. Further requests wait before
 * their tasks begin; addresses take turns, and each gets seven eighths at most.
 *
 * <p>A request counts until it ends or first waits: for its client, for a budget, or for its turn
 * at a key. Clients are slow, and every other wait ends only when there is room. A request counts
 * again once its body has come. To go on it waits for its turn however long that takes, and takes
 * heap even beyond the budget: a request under way is not refused.
 */
public final class RequestAdmission {
    /** The heap that the tasks of one request take. */
    public static final long REQUEST_BYTES = 96 << 10;

    /** Turns are short, so nearly never is a request without one for so long. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private final ConcurrencyLimit limit;
    private final Budget heap;
    private final Time time;
    private final Duration timeout;

    /**
     * Admits requests.
     *
     * @param limit how many requests may begin at a time
     * @param heap in bytes
     * @param timeout how long a request waits before it is refused
     */
    public RequestAdmission(ConcurrencyLimit limit, Budget heap, Time time, Duration timeout) {
        this.limit = limit;
        this.heap = heap;
        this.time = time;
        this.timeout = timeout;
    }

    /**
     * Does the work of a request; throws the exceptions of the work.
     *
     * @throws S3Exception SlowDown if the request could not begin in time
     */
    public <T, X extends Throwable> T run(Exchange exchange, ScopedValue.CallableOp<T, X> work)
            throws X {
        try (Work request = admit(exchange)) {
            exchange.listenToWaits(request);
            return request.listen(work);
        } finally {
            exchange.listenToWaits(WaitListener.NONE);
        }
    }

    private Work admit(Exchange exchange) {
        Claimant claimant = new Claimant(exchange.remote().getHostAddress(), "");
        return claimant.serve(
                () -> {
                    Deadline deadline = time.after(timeout);
                    Budget.Share turn =
                            limit.begin(deadline).orElseThrow(() -> refuse(limit.requests()));
                    // A request that holds heap never waits for a turn.
                    Optional<Budget.Share> share = heap.take("", REQUEST_BYTES, deadline, time);
                    if (share.isEmpty()) {
                        turn.close();
                        throw refuse(heap);
                    }
                    return new Work(claimant, turn, share.get());
                });
    }

    private static S3Exception refuse(Budget lacking) {
        lacking.countRefusal();
        return new S3Exception(S3Error.SLOW_DOWN)
                .with("Held", "requests")
                .withHeader("Retry-After", "1");
    }

    /** The turn and the heap of one request. */
    private final class Work extends WaitListener implements AutoCloseable {
        private final Claimant claimant;
        private final Budget.Share share;
        private Budget.Share turn;
        private int waits;
        private boolean isOver;

        Work(Claimant claimant, Budget.Share turn, Budget.Share share) {
            this.claimant = claimant;
            this.turn = turn;
            this.share = share;
        }

        @Override
        public synchronized void waitBegan() {
            if (waits++ == 0) {
                release();
            }
        }

        @Override
        public synchronized void waitEnded() {
            waits--;
        }

        @Override
        public void bodyEnded() {
            claimant.serve(() -> limit.begin(time.after(LONGEST_WAIT))).ifPresent(this::goOn);
        }

        private synchronized void goOn(Budget.Share next) {
            if (isOver || waits > 0 || share.amount() > 0) {
                next.close();
            } else {
                turn = next;
                share.exceed(REQUEST_BYTES);
            }
        }

        @Override
        public synchronized void close() {
            isOver = true;
            release();
        }

        private void release() {
            turn.close();
            share.close();
        }
    }
}
