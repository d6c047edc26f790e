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
 * Lets requests begin while there are processors and heap for them. The others wait before their
 * tasks begin; addresses take turns, and each gets seven eighths at most.
 *
 * <p>Processors: a request counts until it ends or first waits for its client, for a budget, or for
 * its turn at a key. What it does after such a wait is little at a time, or has its own limit.
 *
 * <p>Heap: the tasks of a request in all data centers take it. A request gives its share back
 * during such waits and takes it again afterwards without waiting, even beyond the budget: it may
 * hold the memory that other requests need.
 */
public final class RequestAdmission {
    /** The heap that the tasks of one request take. */
    public static final long REQUEST_BYTES = 96 << 10;

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

    /** Whoever holds heap never waits for a turn, so a request may wait for heap with its turn. */
    private Work admit(Exchange exchange) {
        Claimant claimant = new Claimant(exchange.remote().getHostAddress(), "");
        return claimant.serve(
                () -> {
                    Deadline deadline = time.after(timeout);
                    Budget.Share turn =
                            limit.begin(deadline).orElseThrow(RequestAdmission::refused);
                    Optional<Budget.Share> share = heap.take("", REQUEST_BYTES, deadline, time);
                    if (share.isEmpty()) {
                        turn.close();
                        throw refused();
                    }
                    return new Work(turn, share.get());
                });
    }

    private static S3Exception refused() {
        return new S3Exception(S3Error.SLOW_DOWN)
                .with("Held", "requests")
                .withHeader("Retry-After", "1");
    }

    /** What one request holds. */
    private static final class Work extends WaitListener implements AutoCloseable {
        private final Budget.Share turn;
        private final Budget.Share heap;
        private int waits;
        private boolean isOver;

        Work(Budget.Share turn, Budget.Share heap) {
            this.turn = turn;
            this.heap = heap;
        }

        @Override
        public synchronized void waitBegan() {
            if (waits++ == 0) {
                turn.close();
                heap.shrink(REQUEST_BYTES);
            }
        }

        @Override
        public synchronized void waitEnded() {
            if (--waits == 0 && !isOver) {
                heap.exceed(REQUEST_BYTES);
            }
        }

        @Override
        public synchronized void close() {
            isOver = true;
            turn.close();
            heap.close();
        }
    }
}
