package io.giza.replica;

import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.model.DcName;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which data centers store fragments far later than all others of the same puts, as with a slow
 * disk. It only saves waiting. Each put says who was late and who was prompt; uploads to a slow
 * data center go on, so it is known when it is prompt again.
 */
public final class Slowness implements Promptness {
    /** A data center is slow from so many late notes in a row. */
    static final int LATE_IN_A_ROW = 3;

    /** A slow data center is none any more after so many prompt uploads in a row. */
    static final int PROMPT_IN_A_ROW = 3;

    /** Late notes of less time than this are one: perhaps this process only stood still. */
    static final Duration ONE = Duration.ofSeconds(2);

    /** What nobody has noted for so long does not count. */
    static final Duration MEMORY = Duration.ofMinutes(5);

    private final Time time;
    private final Map<DcName, Pace> paces = new ConcurrentHashMap<>();
    private final Map<DcName, Integer> uploads = new ConcurrentHashMap<>();

    /** Begins with nobody slow. */
    public Slowness(Time time) {
        this.time = time;
    }

    /** Knows what another has noted, for who begins to reach the same data centers anew. */
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

    /** Returns how many fragments a data center is making durable. */
    public int underWay(DcName dc) {
        return uploads.getOrDefault(dc, 0);
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
     * What was noted of a data center.
     *
     * @param late how many notes in a row say that it was late
     * @param prompt how many say that it was not
     * @param noted when the last one was made that counts
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
