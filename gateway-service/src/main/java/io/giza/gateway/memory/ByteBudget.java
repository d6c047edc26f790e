package io.giza.gateway.memory;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that a gateway holds at most of one kind, of all clients together. They are taken as
 * they arrive, never as they are announced, and nobody waits for them: a client that finds none is
 * asked to come again. One account gets half of them at most.
 */
public final class ByteBudget {
    /** Those of whom nobody knows yet who they are; they share what one account gets. */
    public static final String ANONYMOUS = "";

    private final String kind;
    private final long most;
    private final long mostPerAccount;
    private final AtomicLong held = new AtomicLong();
    private final Map<String, Long> heldByAccount = new ConcurrentHashMap<>();
    private final Counter refused;

    /**
     * Makes a budget.
     *
     * @param kind what is held, as metrics call it
     * @param most how many bytes at most
     */
    public ByteBudget(String kind, long most, MeterRegistry metrics) {
        this.kind = kind;
        this.most = most;
        this.mostPerAccount = most - most / 2;
        BudgetMetrics.gauges(metrics, kind, held, AtomicLong::get, _ -> most);
        this.refused =
                Counter.builder(BudgetMetrics.REFUSED)
                        .description("Requests that were refused because too much was held")
                        .tag(BudgetMetrics.KIND, kind)
                        .register(metrics);
    }

    /** Begins to hold something for an account. */
    public Reservation openReservation(String account) {
        return new Reservation(account);
    }

    /** What is held for one request; closing gives it back. Used by one thread. */
    public final class Reservation implements AutoCloseable {
        private String account;
        private long bytes;

        private Reservation(String account) {
            this.account = account;
        }

        /**
         * Takes more.
         *
         * @throws S3Exception SlowDown if there is not so much left
         */
        public void take(long more) {
            // The account's share first: who is over it must not, for a moment, be in others' way.
            takeOfAccount(account, more);
            if (held.addAndGet(more) > most) {
                held.addAndGet(-more);
                giveBackToAccount(account, more);
                throw slowDown();
            }
            bytes += more;
        }

        /**
         * Charges what is held, and what is taken from now on, to an account that is known now.
         *
         * @throws S3Exception SlowDown if that account holds too much with it
         */
        public void chargeTo(String known) {
            takeOfAccount(known, bytes);
            giveBackToAccount(account, bytes);
            account = known;
        }

        private void takeOfAccount(String owner, long more) {
            if (more > 0 && heldByAccount.merge(owner, more, Long::sum) > mostPerAccount) {
                giveBackToAccount(owner, more);
                throw slowDown();
            }
        }

        private S3Exception slowDown() {
            refused.increment();
            return new S3Exception(S3Error.SLOW_DOWN)
                    .with("Held", kind)
                    .withHeader("Retry-After", "1");
        }

        /** Gives some of it back. */
        public void giveBack(long less) {
            bytes -= less;
            held.addAndGet(-less);
            giveBackToAccount(account, less);
        }

        private void giveBackToAccount(String owner, long less) {
            heldByAccount.computeIfPresent(owner, (_, all) -> all == less ? null : all - less);
        }

        @Override
        public void close() {
            if (bytes > 0) {
                giveBack(bytes);
            }
        }
    }
}
