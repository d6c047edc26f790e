package io.giza.gateway.memory;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Claimant;
import io.giza.concurrent.Pauses;
import io.giza.concurrent.Time;
import io.giza.http.server.Exchange;
import io.giza.http.server.RequestHandler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * Bounds the requests that are at work at a time, whatever comes at once. Each takes heap for its
 * tasks in all data centers; those beyond the budget wait in turns, and take little. A request that
 * waits for its client, for another budget or for its turn at a key is not at work. Afterwards it
 * goes on even beyond the budget: it may hold what others wait for.
 */
public final class RequestGate implements RequestHandler {
    /** What the tasks of a request take. */
    private static final long REQUEST_BYTES = 96 << 10;

    private static final int UNAVAILABLE = 503;
    private static final byte[] SLOW_DOWN =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <Error><Code>SlowDown</Code><Message>Too many requests are at work. Try again.\
            </Message></Error>"""
                    .getBytes(StandardCharsets.UTF_8);

    private final Budget budget;
    private final Time time;
    private final Duration timeout;
    private final RequestHandler next;

    /**
     * Guards what serves clients.
     *
     * @param budget in bytes of heap
     * @param timeout how long a request waits before it is refused
     */
    public RequestGate(Budget budget, Time time, Duration timeout, RequestHandler next) {
        this.budget = budget;
        this.time = time;
        this.timeout = timeout;
        this.next = next;
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        Optional<Budget.Share> share =
                // No address gets all of it.
                new Claimant(exchange.remote().getHostAddress(), "")
                        .serve(() -> budget.take("", REQUEST_BYTES, time.after(timeout), time));
        if (share.isEmpty()) {
            exchange.with("Retry-After", "1").answer(UNAVAILABLE, "application/xml", SLOW_DOWN);
            return;
        }
        try (Work work = new Work(share.get())) {
            exchange.watchWaits(work);
            work.watch(
                    () -> {
                        next.handle(exchange);
                        return true;
                    });
        } finally {
            exchange.watchWaits(Pauses.UNWATCHED);
        }
    }

    /** What a request holds while it works. */
    private static final class Work implements Pauses, AutoCloseable {
        private final Budget.Share share;
        private int waits;
        private boolean isOver;

        Work(Budget.Share share) {
            this.share = share;
        }

        @Override
        public synchronized void begin() {
            if (waits++ == 0) {
                share.shrink(REQUEST_BYTES);
            }
        }

        @Override
        public synchronized void end() {
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
