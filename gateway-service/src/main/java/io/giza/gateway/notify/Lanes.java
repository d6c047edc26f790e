package io.giza.gateway.notify;

import io.giza.concurrent.Surroundings;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which row of a webhook a gateway writes an event to. There are several, so that nobody has to
 * wait for another's event to be chosen, and not one for each event, since what is left of a row
 * that was removed stays. A group of them is used at a time and then rests, and a worker removes
 * what rests. None of this is part of safety: two that write to one row take more round trips.
 */
public final class Lanes {
    /** The lanes of a group. */
    static final int WIDTH = 32;

    private static final int GROUPS = 4;
    private static final Duration TURN = Duration.ofSeconds(20);

    private final Surroundings surroundings;
    private final Set<Integer> taken = ConcurrentHashMap.newKeySet();

    /** All are free. */
    public Lanes(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Takes one that nobody here uses, or any if all are in use. */
    int take() {
        int first = WIDTH * group();
        int offset = surroundings.random().nextInt(WIDTH);
        for (int i = 0; i < WIDTH; i++) {
            int lane = first + (offset + i) % WIDTH;
            if (taken.add(lane)) {
                return lane;
            }
        }
        return first + offset;
    }

    void release(int lane) {
        taken.remove(lane);
    }

    private int group() {
        long turn = surroundings.time().ticks().nanos() / TURN.toNanos();
        return (int) Math.floorMod(turn, (long) GROUPS);
    }
}
