package io.giza.stripe;

import io.giza.concurrent.Surroundings;
import io.giza.erasure.ByteRange;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a range of one version from its fragments: nearest first, another one when one is late,
 * decoding when data fragments are missing, and no block that is not needed. Only verified bytes
 * come out; a damaged block is read around like a missing one, and reported.
 *
 * <p>The first stripes are on their way as soon as the reader is open, so a reader may be opened
 * before the version is known to be the newest, and closed at any time. Used by one task.
 */
public final class StripeReader implements AutoCloseable {
    private static final int STRIPES_AHEAD = 2;

    private final Surroundings surroundings;
    private final FragmentFormat format;
    private final ReadTarget target;
    private final ReadSettings settings;
    private final Deque<ReadPlan> waiting;
    private final Deque<PartReader> open = new ArrayDeque<>();
    private final Map<Integer, String> troubles = new HashMap<>();

    private StripeReader(
            Surroundings surroundings,
            FragmentFormat format,
            ReadTarget target,
            ReadSettings settings,
            List<ReadPlan> parts) {
        this.surroundings = surroundings;
        this.format = format;
        this.target = target;
        this.settings = settings;
        this.waiting = new ArrayDeque<>(parts);
    }

    /**
     * Begins to read a range of a version.
     *
     * @param range the bytes of the object that are wanted; they lie within it
     */
    public static StripeReader open(
            Surroundings surroundings,
            FragmentFormat format,
            ReadTarget target,
            ReadSettings settings,
            ByteRange range) {
        if (range.to() > target.layout().objectSize()) {
            throw new IllegalArgumentException(range + " is not within " + target.layout());
        }
        List<ReadPlan> parts = range.isEmpty() ? List.of() : ReadPlan.parts(target.layout(), range);
        StripeReader reader = new StripeReader(surroundings, format, target, settings, parts);
        reader.openMore();
        return reader;
    }

    /**
     * Waits until the next bytes can be written, so that a failure is known before an answer is
     * begun.
     *
     * @throws TooFewFragmentsException if they cannot be had
     */
    public void ready() throws TooFewFragmentsException {
        for (PartReader part : open) {
            part.gather();
        }
    }

    /**
     * Writes the range.
     *
     * @throws TooFewFragmentsException if some of it cannot be had; what was written is intact
     * @throws IOException if the target fails
     */
    public void writeTo(OutputStream out) throws IOException {
        while (!open.isEmpty()) {
            PartReader part = open.getFirst();
            part.gather();
            part.emit(out);
            if (part.isDone()) {
                troubles.putAll(part.lanes().troubles());
                open.removeFirst();
            }
            openMore();
        }
    }

    /** Returns what was wrong with which fragment so far; those may need repair. */
    public Map<Integer, String> troubles() {
        Map<Integer, String> all = new HashMap<>(troubles);
        open.forEach(part -> all.putAll(part.lanes().troubles()));
        return all;
    }

    @Override
    public void close() {
        open.forEach(part -> part.lanes().stop());
    }

    /** Opens parts ahead: a long one, of which two stripes are held, and less than one beside. */
    private void openMore() {
        long most = (STRIPES_AHEAD + 1L) * target.layout().stripeSize();
        long held = open.stream().mapToLong(part -> held(part.left())).sum();
        while (!waiting.isEmpty()) {
            held += held(waiting.getFirst().range().length());
            if (held > most && !open.isEmpty()) {
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
