package io.giza.replica;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.model.DcName;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which data centers store fragments, or vote, far later than all others of the same puts, as with
 * a slow disk. It only saves waiting. Each put notes late and prompt data centers. A slow data
 * center is still sent fragments and asked for votes, so the end of its slowness is noted, too.
 */
public final class Slowness implements Promptness {
    /** A data center is slow from so many late notes in a row. */
    static final int LATE_IN_A_ROW = 3;

    /** Slowness ends after so many prompt uploads in a row. */
    static final int PROMPT_IN_A_ROW = 3;

    /** Late notes within this time count once: perhaps only this process stood still. */
    static final Duration ONE = Duration.ofSeconds(2);

    /** Slowness ends after this time without a note. */
    static final Duration MEMORY = Duration.ofMinutes(5);

    /** For how long a failed upload counts. */
    static final Duration FAILING = Duration.ofMinutes(1);

    private final Time time;
    private final Map<DcName, Pace> paces = new ConcurrentHashMap<>();
    private final Map<DcName, Integer> uploads = new ConcurrentHashMap<>();
    private final Map<DcName, Deadline> failing = new ConcurrentHashMap<>();

    /** Begins without notes. */
    public Slowness(Time time) {
        this.time = time;
    }

    /** Takes the notes over, as in the next epoch with the same data centers. */
    void continueFrom(Slowness earlier) {
        paces.putAll(earlier.paces);
    }

    @Override
    public void begun(DcName dc) {
        uploads.merge(dc, 1, Integer::sum);
    }

    @Override
    public void ended(DcName dc) {
        uploads.computeIfPresent(dc, (_, count) -> count == 1 ? null : count - 1);
    }

    /** Returns how many fragments or messages a data center is making durable. */
    public int underWay(DcName dc) {
        return uploads.getOrDefault(dc, 0);
    }

    @Override
    public void failed(DcName dc) {
        failing.put(dc, time.after(FAILING));
    }

    /** Tells whether a data center failed to take a fragment lately, though it may answer reads. */
    public boolean isFailing(DcName dc) {
        Deadline end = failing.get(dc);
        return end != null && !end.hasPassed(time);
    }

    @Override
    public void late(DcName dc) {
        paces.compute(dc, (_, pace) -> current(pace).afterLate(time));
    }

    @Override
    public void prompt(DcName dc) {
        paces.computeIfPresent(dc, (_, pace) -> current(pace).afterPrompt(time));
    }

    @Override
    public boolean isSlow(DcName dc) {
        Pace pace = paces.get(dc);
        return pace != null && pace.isSlow() && !isOld(pace);
    }

    private Pace current(@Nullable Pace pace) {
        return pace == null || isOld(pace) ? new Pace(0, 0, false, time.ticks()) : pace;
    }

    private boolean isOld(Pace pace) {
        return pace.noted().elapsed(time).compareTo(MEMORY) > 0;
    }

    /**
     * The notes of a data center.
     *
     * @param late how many late notes in a row
     * @param prompt how many prompt notes in a row
     * @param noted when the last counted note was made
     */
    private record Pace(int late, int prompt, boolean isSlow, Ticks noted) {
        Pace afterLate(Time time) {
            if (late > 0 && noted.elapsed(time).compareTo(ONE) < 0) {
                return this;
            }
            int count = Math.min(late + 1, LATE_IN_A_ROW);
            return new Pace(count, 0, isSlow || count == LATE_IN_A_ROW, time.ticks());
        }

        Pace afterPrompt(Time time) {
            int count = Math.min(prompt + 1, PROMPT_IN_A_ROW);
            return new Pace(0, count, isSlow && count < PROMPT_IN_A_ROW, time.ticks());
        }
    }
}
