package io.giza.replica;

import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.replica.Suspicion.Call;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long data centers take for writes, and which of them take far longer than the others, as with
 * a slow disk or a narrow link. Only the time counts in which this process waits for the data
 * center, so slow clients make no data center slow. Short and long writes are measured apart.
 *
 * <p>A write is late if it takes {@value #FACTOR} times as long as writes elsewhere usually do, and
 * longer than those by a given excess; one that takes twice as long as that counts twice. A data
 * center is slow from {@value #LATE_IN_A_ROW} late writes in a row, those under way included, until
 * {@value #PROMPT_IN_A_ROW} in a row are prompt.
 */
final class WriteTimes {
    static final int LATE_IN_A_ROW = 4;
    static final int PROMPT_IN_A_ROW = 3;
    static final int FACTOR = 5;

    /** One write alone makes nobody slow: perhaps a process only paused. */
    private static final int MOST_OF_ONE = LATE_IN_A_ROW / 2;

    /** Writes of at most this many bytes are short. */
    static final long SHORT_BYTES = 256 << 10;

    private final Time time;
    private final Duration excess;
    private final Map<DcName, Pace> paces = new ConcurrentHashMap<>();
    private final Map<DcName, Set<Write>> open = new ConcurrentHashMap<>();

    /**
     * Begins with nothing measured.
     *
     * @param excess by how much longer than elsewhere a late write takes at least
     */
    WriteTimes(Time time, Duration excess) {
        this.time = time;
        this.excess = excess;
    }

    /** Continues with what another has measured. */
    void continueFrom(WriteTimes earlier) {
        paces.putAll(earlier.paces);
    }

    /**
     * Begins a write.
     *
     * @param bytes how much is written
     */
    Write begin(DcName dc, long bytes) {
        Write write = new Write(dc, bytes > SHORT_BYTES);
        open(dc).add(write);
        return write;
    }

    /** Tells whether writes of a data center are late. */
    boolean isSlow(DcName dc) {
        Pace pace = pace(dc);
        if (pace.isSlow()) {
            return true;
        }
        return pace.late() + open(dc).stream().mapToInt(Write::lateness).sum() >= LATE_IN_A_ROW;
    }

    /** Tells whether a data center is waited for. */
    boolean isWaitedFor(DcName dc) {
        return open(dc).stream().anyMatch(write -> write.since != null);
    }

    private Set<Write> open(DcName dc) {
        return open.computeIfAbsent(dc, _ -> ConcurrentHashMap.newKeySet());
    }

    private Pace pace(DcName dc) {
        return paces.getOrDefault(dc, Pace.UNKNOWN);
    }

    /** Returns from how many nanoseconds on a write is late, or the maximum if nothing tells. */
    private long lateAfter(DcName dc, boolean isLong) {
        long[] usual =
                paces.entrySet().stream()
                        .filter(each -> !each.getKey().equals(dc))
                        .map(each -> each.getValue())
                        .filter(each -> !each.isSlow() && each.of(isLong).isKnown())
                        .mapToLong(each -> each.of(isLong).nanos())
                        .sorted()
                        .toArray();
        if (usual.length == 0) {
            return Long.MAX_VALUE;
        }
        long elsewhere = usual[usual.length / 2];
        return Math.max(FACTOR * elsewhere, elsewhere + excess.toNanos());
    }

    /** A write to one data center: one call, or several with pauses between them. */
    final class Write implements AutoCloseable {
        private final DcName dc;
        private final boolean isLong;
        private final AtomicLong waited = new AtomicLong();
        private volatile @Nullable Ticks since;

        private Write(DcName dc, boolean isLong) {
            this.dc = dc;
            this.isLong = isLong;
        }

        /** Makes a call of this write. */
        <T> T waiting(Call<T> call) throws ReplicaException {
            Ticks began = time.ticks();
            since = began;
            try {
                return call.make();
            } finally {
                since = null;
                waited.addAndGet(began.elapsedNanos(time));
            }
        }

        /** Notes that it was done. */
        void done() {
            if (open(dc).remove(this)) {
                note();
            }
        }

        /** Ends it. One that was given up counts only if it was late: its time is not known. */
        @Override
        public void close() {
            if (open(dc).remove(this) && lateness() > 0) {
                note();
            }
        }

        private void note() {
            int lateness = lateness();
            paces.compute(
                    dc,
                    (_, pace) ->
                            (pace == null ? Pace.UNKNOWN : pace)
                                    .after(waited.get(), isLong, lateness));
        }

        /** Returns how often it counts as late. */
        private int lateness() {
            Ticks now = since;
            long nanos = waited.get() + (now == null ? 0 : now.elapsedNanos(time));
            return (int) Math.min(nanos / lateAfter(dc, isLong), MOST_OF_ONE);
        }
    }

    /** How long writes of one length usually take: a moving average. */
    private record Usual(long nanos, int samples) {
        private static final int MIN_SAMPLES = 4;
        private static final int WEIGHT = 8;

        boolean isKnown() {
            return samples >= MIN_SAMPLES;
        }

        Usual after(long newest) {
            return new Usual(
                    samples == 0 ? newest : nanos + (newest - nanos) / WEIGHT,
                    Math.min(samples + 1, MIN_SAMPLES));
        }
    }

    /**
     * What the writes of one data center were like.
     *
     * @param late how many of the newest in a row were late, the latest of them counted twice
     * @param prompt how many of the newest in a row were not
     */
    private record Pace(Usual ofShort, Usual ofLong, int late, int prompt, boolean isSlow) {
        static final Pace UNKNOWN = new Pace(new Usual(0, 0), new Usual(0, 0), 0, 0, false);

        Usual of(boolean isLong) {
            return isLong ? ofLong : ofShort;
        }

        Pace after(long nanos, boolean isLong, int lateness) {
            int lateNow = lateness == 0 ? 0 : Math.min(late + lateness, LATE_IN_A_ROW);
            int promptNow = lateness == 0 ? Math.min(prompt + 1, PROMPT_IN_A_ROW) : 0;
            return new Pace(
                    isLong ? ofShort : ofShort.after(nanos),
                    isLong ? ofLong.after(nanos) : ofLong,
                    lateNow,
                    promptNow,
                    isSlow ? promptNow < PROMPT_IN_A_ROW : lateNow == LATE_IN_A_ROW);
        }
    }
}
