package io.giza.testkit.sim;

import java.util.Arrays;
import java.util.Locale;

/**
 * What happened in a run, in order. The latest events are kept as text; all of them go into a hash,
 * so two runs with equal hash and count went the same way.
 */
public final class EventTrace {
    private static final int FIRST_ROOM = 64;

    private final int limit;
    private long[] times = new long[FIRST_ROOM];
    private String[] tasks = new String[FIRST_ROOM];
    private String[] events = new String[FIRST_ROOM];
    private long count;
    private long hash = 0xcbf29ce484222325L;

    EventTrace(int limit) {
        this.limit = limit;
    }

    void add(long nanos, String task, String event) {
        int slot = (int) (count % limit);
        if (slot >= times.length) {
            int room = (int) Math.min(limit, 4L * times.length);
            times = Arrays.copyOf(times, room);
            tasks = Arrays.copyOf(tasks, room);
            events = Arrays.copyOf(events, room);
        }
        times[slot] = nanos;
        tasks[slot] = task;
        events[slot] = event;
        count++;
        hash = mix(mix(mix(hash, nanos), task.hashCode()), event.hashCode());
    }

    /** Returns how many events there were, kept or not. */
    public long count() {
        return count;
    }

    /** Returns a hash of all events, their tasks and their times. */
    public long hash() {
        return hash;
    }

    /** Returns the kept events, oldest first, a line each: number, virtual time, task, event. */
    public String text() {
        return text(limit);
    }

    /** Returns the last {@code most} kept events as {@link #text()} does. */
    public String text(int most) {
        StringBuilder text = new StringBuilder();
        long kept = Math.min(Math.min(most, limit), count);
        for (long number = count - kept; number < count; number++) {
            int slot = (int) (number % limit);
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%6d %14.6f ms  %-28s %s%n",
                            number,
                            times[slot] / 1e6,
                            tasks[slot],
                            events[slot]));
        }
        return text.toString();
    }

    private static long mix(long state, long value) {
        long mixed = (state ^ value) * 0xff51afd7ed558ccdL;
        return mixed ^ (mixed >>> 32);
    }
}
