package io.giza.replica;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.model.DcName;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which data centers failed lately. Suspicion only saves waiting: a suspected data center is still
 * asked, and no decision of the protocol depends on it.
 */
public final class Suspicion {
    private final Time time;
    private final Duration length;
    private final Map<DcName, Deadline> until = new ConcurrentHashMap<>();

    /**
     * Begins with nobody suspected.
     *
     * @param length how long a failure is remembered
     */
    public Suspicion(Time time, Duration length) {
        this.time = time;
        this.length = length;
    }

    /** Notes that a data center failed. */
    public void failed(DcName dc) {
        until.put(dc, time.after(length));
    }

    /** Notes that a data center answered. */
    public void answered(DcName dc) {
        until.remove(dc);
    }

    /** Tells whether a data center failed lately and has not answered since. */
    public boolean suspects(DcName dc) {
        Deadline deadline = until.get(dc);
        return deadline != null && !deadline.passed(time);
    }
}
