package io.giza.gateway.memory;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Claimant;
import io.giza.concurrent.Time;
import io.giza.concurrent.WaitListener;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.http.server.Exchange;

import java.time.Duration;

/**
 * Bounds the heap of requests at work. The tasks of a request in all data centers take heap, so
 * requests beyond the budget wait in turns before their tasks begin.
 *
 * <p>A request gives its share back during a wait for its client, for another budget, or for its
 * turn at a key. After the wait it takes the share again without waiting, even beyond the budget:
 * it may hold the memory that other requests need.
 */
public final class RequestBudget {
    /** The heap that the tasks of one request take. */
    private static final long REQUEST_BYTES = 96 << 10;

    private final Budget heap;
    private final Time time;
    private final Duration timeout;

    /**
     * Makes the budget of a gateway.
     *
     * @param heap in bytes
     * @param timeout how long a request waits for its share
     */
    public RequestBudget(Budget heap, Time time, Duration timeout) {
        this.heap = heap;
        this.time = time;
        this.timeout = timeout;
    }

    /**
     * Does the work of a request; throws the exceptions of the work.
     *
     * @throws S3Exception SlowDown if the request got no share in time; the work did not begin
     */
    public <T, X extends Throwable> T run(Exchange exchange, ScopedValue.CallableOp<T, X> work)
            throws X {
        try (Work request = new Work(take(exchange))) {
            exchange.listenToWaits(request);
            return request.listen(work);
        } finally {
            exchange.listenToWaits(WaitListener.NONE);
        }
    }

    /** Addresses take turns, and each gets seven eighths of the budget at most. */
    private Budget.Share take(Exchange exchange) {
        return new Claimant(exchange.remote().getHostAddress(), "")
                .serve(() -> heap.take("", REQUEST_BYTES, time.after(timeout), time))
                .orElseThrow(
                        () ->
                                new S3Exception(S3Error.SLOW_DOWN)
                                        .with("Held", "requests")
                                        .withHeader("Retry-After", "1"));
    }

    /** The share of one request. */
    private static final class Work extends WaitListener implements AutoCloseable {
        private final Budget.Share share;
        private int waits;
        private boolean isOver;

        Work(Budget.Share share) {
            this.share = share;
        }

        @Override
        public synchronized void waitBegan() {
            if (waits++ == 0) {
                share.shrink(REQUEST_BYTES);
            }
        }

        @Override
        public synchronized void waitEnded() {
            if (--waits == 0 && !isOver) {
                share.exceed(REQUEST_BYTES);
            }
        }

        @Override
        public synchronized void close() {
            isOver = true;
            share.close();
        }
    }
}
