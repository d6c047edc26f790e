package io.giza.gateway.contention;

import io.giza.commit.ContentionWatch;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.model.ObjectKey;

import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.FrequentItemsSketch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The keys at which writers of this gateway met most within the last five to ten minutes: that
 * waited for each other, or were offered as a version that another record took.
 *
 * <p>Counts are kept in two windows of five minutes, each a sketch of bounded size (Anderson et
 * al., "A High-Performance Algorithm for Identifying Frequent Items in Data Streams", 2017). So
 * however many keys there are, at most 768 are kept, and what is said of one is off by a known
 * number at most.
 */
public final class HotKeys implements ContentionWatch {
    /** How long a window is. */
    public static final Duration WINDOW = Duration.ofMinutes(5);

    /** Entries of a sketch's table, of which three quarters are used. */
    private static final int TABLE = 512;

    private final Time time;
    private final Lock lock = new ReentrantLock();
    private Window current;
    private Window previous;

    private enum Kind {
        WAIT,
        CONFLICT
    }

    private record Meeting(ObjectKey key, Kind kind) {}

    private record Window(Instant from, Ticks began, FrequentItemsSketch<Meeting> sketch) {
        static Window at(Instant from, Ticks began) {
            return new Window(from, began, new FrequentItemsSketch<>(TABLE));
        }

        /** Returns the one that begins so many windows later, with nothing in it. */
        Window later(long windows) {
            Duration past = WINDOW.multipliedBy(windows);
            return at(from.plus(past), began.plus(past));
        }
    }

    /**
     * A key.
     *
     * @param waits how often a writer waited for another one of this gateway
     * @param conflicts how often a record lost its version to another
     */
    public record Key(ObjectKey key, long waits, long conflicts) {
        long sum() {
            return waits + conflicts;
        }

        Key plus(Key other) {
            return new Key(key, waits + other.waits, conflicts + other.conflicts);
        }
    }

    /**
     * What is known.
     *
     * @param from since when
     * @param error how much too high each number may be, or too low that of a key that is left out
     * @param keys the keys, the hottest first
     */
    public record Report(Instant from, long error, List<Key> keys) {
        public Report {
            keys = List.copyOf(keys);
        }
    }

    /** Begins to count. */
    public HotKeys(Time time) {
        this.time = time;
        this.current = Window.at(time.instant(), time.ticks());
        this.previous = current.later(0);
    }

    @Override
    public void waited(ObjectKey key) {
        add(new Meeting(key, Kind.WAIT));
    }

    @Override
    public void conflicted(ObjectKey key) {
        add(new Meeting(key, Kind.CONFLICT));
    }

    private void add(Meeting meeting) {
        lock.lock();
        try {
            turn();
            current.sketch.update(meeting);
        } finally {
            lock.unlock();
        }
    }

    /** Begins another window where it is time. What is older than the one before is forgotten. */
    private void turn() {
        long passed = current.began.elapsedNanos(time) / WINDOW.toNanos();
        if (passed > 0) {
            previous = passed == 1 ? current : current.later(passed - 1);
            current = current.later(passed);
        }
    }

    /**
     * Returns the hottest.
     *
     * @param most how many at most
     */
    public Report hottest(int most) {
        lock.lock();
        try {
            turn();
            Map<ObjectKey, Key> found = new HashMap<>();
            long error = collect(current, found) + collect(previous, found);
            List<Key> keys = new ArrayList<>(found.values());
            keys.sort(Comparator.comparingLong(Key::sum).reversed().thenComparing(Key::key));
            return new Report(previous.from, error, keys.subList(0, Math.min(most, keys.size())));
        } finally {
            lock.unlock();
        }
    }

    private static long collect(Window window, Map<ObjectKey, Key> found) {
        for (var row : window.sketch.getFrequentItems(ErrorType.NO_FALSE_NEGATIVES)) {
            Meeting meeting = row.getItem();
            long count = row.getEstimate();
            boolean isWait = meeting.kind == Kind.WAIT;
            found.merge(
                    meeting.key,
                    new Key(meeting.key, isWait ? count : 0, isWait ? 0 : count),
                    Key::plus);
        }
        return window.sketch.getMaximumError();
    }
}
