package io.giza.stripe.read;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * What one get may hold of the memory of all gets: what it fetched, and its client has not taken.
 *
 * <p>It waits for a little, at most once and while it holds nothing, so that gets never wait for
 * each other. With that little it can go on to its end, in short stretches. It takes more, to fetch
 * ahead, while there is plenty. Used by one task.
 */
public final class ReadMemory implements AutoCloseable {
    /** For who reads for the cluster itself, a bounded number of objects at a time. */
    public static final ReadMemory UNLIMITED = new ReadMemory(null, 0, 0);

    /** Less than this is not worth to be taken beside the least. */
    private static final long STEP_BYTES = 64 << 10;

    /** Enough for stretches that cost little more than whole stripes do. */
    private static final long ENOUGH_BYTES = 1 << 20;

    /** So many gets have as much before any has to do with less. */
    private static final int GETS = 16;

    private final @Nullable Source source;
    private final long reserve;
    private final long kept;
    private Budget.@Nullable Share share;
    private long claimed;

    /**
     * Where the memory of a get comes from.
     *
     * @param budget the memory of all gets, in bytes
     * @param account whose get it is
     * @param timeout how long it waits for the least that it needs
     * @param time the clock
     */
    public record Source(Budget budget, String account, Duration timeout, Time time) {}

    private ReadMemory(@Nullable Source source, long reserve, long kept) {
        this.source = source;
        this.reserve = reserve;
        this.kept = kept;
    }

    /** Makes the memory of a get of one put; it takes nothing yet. */
    public static ReadMemory from(Source source) {
        return new ReadMemory(source, 0, 0);
    }

    /**
     * Makes the memory of a get of several puts, which keeps the least from one to the next.
     *
     * @param minimum with how much it can read any of them, in bytes
     * @param kept what it holds beside to its end, such as their list, in bytes
     */
    public static ReadMemory ofSeveral(Source source, long minimum, long kept) {
        return new ReadMemory(source, kept + enough(source, minimum), kept);
    }

    /**
     * Returns how much a reader should have that could do with less: in shorter stretches all bytes
     * cost more, and others wait for the processors.
     */
    long enough(long minimum) {
        return source == null ? minimum : enough(source, minimum);
    }

    private static long enough(Source source, long minimum) {
        return Math.max(minimum, Math.min(ENOUGH_BYTES, source.budget.capacity() / GETS));
    }

    /** Tells whether a reader of this get holds some of it. */
    public boolean isClaimed() {
        return source == null || claimed > 0;
    }

    /**
     * Claims memory for one reader of this get.
     *
     * @param minimum what it can do with
     * @param maximum how much it could use
     * @param mayWait whether to wait, if this get holds nothing at all
     * @return how much it may use: all, some, the least, or 0 if nothing is there
     */
    long claim(long minimum, long maximum, boolean mayWait) {
        if (source == null) {
            return maximum;
        }
        long little = Math.min(maximum, minimum);
        Budget.Share held = share;
        if (held == null) {
            Deadline deadline = source.time.after(mayWait ? source.timeout : Duration.ZERO);
            long amount = Math.max(reserve, little);
            share = source.budget.take(source.account, amount, deadline, source.time).orElse(null);
            if (share == null) {
                if (mayWait) {
                    source.budget.countRefusal();
                }
                return 0;
            }
        } else if (claimed > 0) {
            return claimForSecondReader(held, maximum);
        }
        exceed(little);
        return little + claimMore(maximum - little);
    }

    /** A second reader of the same get begins only with all that it could use. */
    private long claimForSecondReader(Budget.Share held, long maximum) {
        if (!held.grow(maximum)) {
            return 0;
        }
        claimed += maximum;
        return maximum;
    }

    /** Claims more, without waiting: all of it, or a half, a quarter and so on, or nothing. */
    long claimMore(long more) {
        Budget.Share held = share;
        if (held == null || more <= 0) {
            return 0;
        }
        long part = more;
        do {
            long lacking = lacking(held, part);
            if (lacking <= 0 || held.grow(lacking)) {
                claimed += part;
                return part;
            }
            part /= 2;
        } while (part >= STEP_BYTES);
        return 0;
    }

    /** Claims what cannot be done without, such as for a fragment instead of one that is late. */
    void exceed(long more) {
        Budget.Share held = share;
        if (held == null) {
            return;
        }
        long lacking = lacking(held, more);
        if (lacking > 0) {
            held.exceed(lacking);
        }
        claimed += more;
    }

    private long lacking(Budget.Share held, long more) {
        return kept + claimed + more - held.amount();
    }

    /** Gives back what a reader claimed, but for what the next one begins with. */
    void release(long less) {
        Budget.Share held = share;
        if (held != null && less > 0) {
            claimed -= less;
            held.shrink(Math.max(0, held.amount() - Math.max(kept + claimed, reserve)));
        }
    }

    /** Tells whether others wait for what this get holds beyond the least. */
    public boolean isWanted() {
        Budget.Share held = share;
        return held != null && held.isWanted();
    }

    /** Gives all back. */
    @Override
    public void close() {
        Budget.Share held = share;
        if (held != null) {
            share = null;
            claimed = 0;
            held.close();
        }
    }
}
