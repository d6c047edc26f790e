package io.giza.testkit.sim;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An inbox of a run. Every change wakes all that wait and they look again, so no wake-up is lost
 * with a task that crashed after being chosen for it.
 */
final class SimulatedInbox<T> implements Inbox<T> {
    private final Scheduler scheduler;
    private final SimulatedTime time;
    private final int capacity;
    private final ArrayDeque<T> items = new ArrayDeque<>();
    private final List<SimulatedTask> waiting = new ArrayList<>();

    SimulatedInbox(Scheduler scheduler, SimulatedTime time, int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1, not " + capacity);
        }
        this.scheduler = scheduler;
        this.time = time;
        this.capacity = capacity;
    }

    @Override
    public void put(T item) {
        add(item, Scheduler.NEVER);
    }

    @Override
    public boolean offer(T item, Deadline deadline) {
        return add(item, time.toInternal(deadline));
    }

    @Override
    public Optional<T> take(Deadline deadline) {
        long until = time.toInternal(deadline);
        scheduler.reschedule("takes");
        while (items.isEmpty()) {
            if (until <= scheduler.now()) {
                return Optional.empty();
            }
            await(until, "waits to take");
        }
        T item = items.remove();
        scheduler.wakeAll(waiting, "finds room");
        return Optional.of(item);
    }

    private boolean add(T item, long until) {
        Objects.requireNonNull(item);
        scheduler.reschedule("puts");
        while (items.size() == capacity) {
            if (until <= scheduler.now()) {
                return false;
            }
            await(until, "waits to put");
        }
        items.add(item);
        scheduler.wakeAll(waiting, "finds an item");
        return true;
    }

    private void await(long until, String reason) {
        SimulatedTask me = scheduler.running();
        waiting.add(me);
        scheduler.waitUntil(until, reason);
        waiting.remove(me);
    }
}
