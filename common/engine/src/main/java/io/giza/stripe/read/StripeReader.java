package io.giza.stripe.read;

import io.giza.concurrent.Surroundings;
import io.giza.erasure.ByteRange;
import io.giza.erasure.StripeLayout;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.VersionFragments;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads a range of one version from its fragments: nearest first, another one when one is late,
 * decoding when data fragments are missing, and no block that is not needed. Only verified bytes
 * come out; a damaged block is read around like a missing one, and reported.
 *
 * <p>Where there is memory, the first stripes are on their way as soon as the reader is open, so a
 * reader may be opened before the version is known to be the newest, and closed at any time. Where
 * memory is scarce, it takes a stretch of one shard at a time. Used by one task.
 */
public final class StripeReader implements AutoCloseable {
    private static final int STRIPES_AHEAD = 2;

    private final Surroundings surroundings;
    private final FragmentFormat format;
    private final VersionFragments target;
    private final ReadSettings settings;
    private final ReadChunks chunks;
    private final long enough;
    private final Deque<ReadPlan> waiting = new ArrayDeque<>();
    private final Deque<PartReader> open = new ArrayDeque<>();
    private final Map<Integer, String> faults = new HashMap<>();

    /** What is left to write. */
    private ByteRange remaining;

    /** How much memory it may hold; nothing is fetched while that is 0. */
    private long claimed;

    private StripeReader(
            Surroundings surroundings,
            FragmentFormat format,
            VersionFragments target,
            ReadSettings settings,
            ByteRange range) {
        this.surroundings = surroundings;
        this.format = format;
        this.target = target;
        this.settings = settings;
        this.chunks = new ReadChunks(target.layout(), settings.spares());
        this.enough = settings.memory().enough(chunks.minMemory());
        this.remaining = range;
    }

    /**
     * Begins to read a range of a version.
     *
     * @param range the bytes of the object that are wanted; they lie within it
     */
    public static StripeReader open(
            Surroundings surroundings,
            FragmentFormat format,
            VersionFragments target,
            ReadSettings settings,
            ByteRange range) {
        if (range.to() > target.layout().objectSize()) {
            throw new IllegalArgumentException(range + " is not within " + target.layout());
        }
        StripeReader reader = new StripeReader(surroundings, format, target, settings, range);
        try {
            reader.begin(false);
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
        return reader;
    }

    /** Returns with how much memory an object of this coding can be read, in bytes. */
    public static long minMemory(StripeLayout layout, int spares) {
        return new ReadChunks(layout, spares).minMemory();
    }

    /**
     * Waits until the next bytes can be written, so that a failure is known before an answer is
     * begun.
     *
     * @throws TooFewFragmentsException if they cannot be had
     * @throws ScarceMemoryException if there is no memory for them
     */
    public void awaitReady() throws IOException {
        requireMemory();
        for (PartReader part : open) {
            part.gather();
        }
    }

    /**
     * Writes the range.
     *
     * @throws TooFewFragmentsException if some of it cannot be had; what was written is intact
     * @throws ScarceMemoryException if there is no memory for it, and nothing was written
     * @throws IOException if the target fails
     */
    public void writeTo(ByteTarget out) throws IOException {
        requireMemory();
        while (!remaining.isEmpty()) {
            PartReader part = open.getFirst();
            part.gather();
            long before = part.remainingBytes();
            part.writeStripe(out, () -> yieldMemory(part));
            remaining =
                    new ByteRange(
                            remaining.from() + before - part.remainingBytes(), remaining.to());
            if (part.isDone()) {
                faults.putAll(part.streams().faults());
                open.removeFirst();
            }
            adjustMemory(part);
            openMore();
        }
        release(claimed);
    }

    /** Returns what was wrong with which fragment so far; those may need repair. */
    public Map<Integer, String> faults() {
        Map<Integer, String> all = new HashMap<>(faults);
        open.forEach(part -> all.putAll(part.streams().faults()));
        return all;
    }

    @Override
    public void close() {
        stop();
        release(claimed);
    }

    private void stop() {
        open.forEach(part -> part.stop());
        open.clear();
        waiting.clear();
    }

    private void release(long less) {
        settings.memory().release(less);
        claimed -= less;
    }

    private void requireMemory() throws ScarceMemoryException {
        begin(true);
        if (claimed == 0 && !remaining.isEmpty()) {
            throw new ScarceMemoryException();
        }
    }

    private void begin(boolean mayWait) {
        if (claimed > 0 || remaining.isEmpty()) {
            return;
        }
        claimed = settings.memory().claim(enough, chunks.maxMemory(remaining), mayWait);
        if (claimed > 0) {
            openMore();
        }
    }

    /** Keeps no more than the stripe that is being written once others wait for memory. */
    private void yieldMemory(PartReader current) {
        long needed = Math.max(enough, current.heldBytes());
        if (claimed <= needed || !settings.memory().isWanted()) {
            return;
        }
        while (open.size() > 1) {
            end(open.removeLast());
        }
        current.stopReadAhead();
        release(claimed - needed);
    }

    /** Takes less once others wait for memory, and more once there is plenty. */
    private void adjustMemory(PartReader last) {
        boolean yields = claimed > enough && settings.memory().isWanted();
        if (yields || last.isReadAheadStopped()) {
            open.forEach(part -> faults.putAll(part.streams().faults()));
            stop();
        }
        if (yields) {
            release(claimed - enough);
        } else if (isMemoryLimited() && open.isEmpty()) {
            claimed += settings.memory().claimMore(chunks.maxMemory(remaining) - claimed);
        }
    }

    private void end(PartReader part) {
        faults.putAll(part.streams().faults());
        part.stop();
    }

    private boolean isMemoryLimited() {
        return claimed < chunks.maxMemory(remaining);
    }

    /** Opens parts ahead: a long one, of which two stripes are held, and less than one beside. */
    private void openMore() {
        if (waiting.isEmpty() && open.isEmpty() && !remaining.isEmpty()) {
            waiting.addAll(
                    isMemoryLimited() ? chunks.next(remaining, claimed) : chunks.all(remaining));
        }
        long maximum = (STRIPES_AHEAD + 1L) * target.layout().stripeSize();
        long held = open.stream().mapToLong(part -> held(part.remainingBytes())).sum();
        while (!waiting.isEmpty()) {
            held += held(waiting.getFirst().range().length());
            if (held > maximum && !open.isEmpty()) {
                return;
            }
            ReadPlan plan = waiting.removeFirst();
            open.addLast(new PartReader(surroundings, format, target, settings, plan));
        }
    }

    private long held(long left) {
        return Math.min(left, (long) STRIPES_AHEAD * target.layout().stripeSize());
    }
}
