package io.giza.commit;

import io.giza.commit.group.CommitSettings.Queue;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.WaitListener;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Lets those that want to append to the same row at one gateway take turns, first come first
 * served, so that they do not contend for its versions. Who leaves hands the row that it knows to
 * the next, which therefore begins with the version after it.
 *
 * <p>It is soft state and no part of safety: whoever proposes without a turn is only slower. A row
 * that nobody appends to takes no memory.
 */
final class KeyQueue {
    /** How much of a log is handed over: as much as acceptors search for repeated operations. */
    private static final int MAX_HANDED_VERSIONS = 16;

    /** The rows whose turn the current task holds. */
    private static final ScopedValue<Held> HELD = ScopedValue.newInstance();

    private final Surroundings surroundings;
    private final Queue limits;
    private final CommitMetrics metrics;
    private final AtomicInteger waiting = new AtomicInteger();

    /** Of each row at which somebody has the turn, those that wait for it. */
    private final Map<ObjectKey, Deque<Waiter>> queues = new ConcurrentHashMap<>();

    KeyQueue(Surroundings surroundings, Queue limits, CommitMetrics metrics) {
        this.surroundings = surroundings;
        this.limits = limits;
        this.metrics = metrics;
    }

    /** What becomes of somebody who wants a turn. */
    sealed interface Admission {}

    /**
     * It is one's turn, until {@link #leave}.
     *
     * @param row what the one before left behind, perhaps out of date; empty where nobody was
     */
    record Turn(ObjectKey key, Optional<Row> row) implements Admission {
        /** Returns {@code start}, or what the one before left behind if that is newer. */
        Row fresher(Row start) {
            return row.filter(left -> left.isLaterThan(start)).orElse(start);
        }
    }

    /**
     * A row whose turn a task holds.
     *
     * @param outer the turn around this turn, or null
     */
    private record Held(ObjectKey key, @Nullable Held outer) {
        boolean has(ObjectKey other) {
            return key.equals(other) || (outer != null && outer.has(other));
        }
    }

    /** There is no turn to be had. */
    record Refused(String detail) implements Admission {}

    private enum WaitState {
        FIRST,
        QUEUED,
        REFUSED
    }

    /** What its gateway knows of one that came: its place, set once, and where it is called. */
    private static final class Waiter {
        final Inbox<Optional<Row>> turn;
        WaitState state = WaitState.REFUSED;

        Waiter(Inbox<Optional<Row>> turn) {
            this.turn = turn;
        }
    }

    /**
     * Waits for one's turn, but leaves a quarter of the time to use it: a record that is offered
     * too late ends in an unknown outcome, one that was not offered at all certainly did not
     * happen.
     *
     * @throws IllegalStateException if the task holds this turn already: it would wait for itself
     */
    Admission enter(ObjectKey key, Deadline deadline) {
        if (HELD.isBound() && HELD.get().has(key)) {
            throw new IllegalStateException("a task waits for a turn that it holds:  " + key);
        }
        Waiter self = new Waiter(surroundings.tasks().inbox(1));
        queues.compute(key, (_, queue) -> enqueue(self, queue));
        return switch (self.state) {
            case FIRST -> new Turn(key, Optional.empty());
            case QUEUED -> await(key, self, deadline);
            case REFUSED -> {
                metrics.waited(key, Duration.ZERO, false);
                yield new Refused("too many wait to write " + key + " or others at this gateway");
            }
        };
    }

    private Deque<Waiter> enqueue(Waiter self, @Nullable Deque<Waiter> queue) {
        if (queue == null) {
            self.state = WaitState.FIRST;
            return new ArrayDeque<>(1);
        }
        if (queue.size() < limits.perKey()) {
            if (waiting.incrementAndGet() <= limits.inAll()) {
                self.state = WaitState.QUEUED;
                queue.add(self);
                metrics.queued(1);
            } else {
                waiting.decrementAndGet();
            }
        }
        return queue;
    }

    private Admission await(ObjectKey key, Waiter self, Deadline deadline) {
        Ticks began = surroundings.time().ticks();
        Duration timeout = deadline.remaining(surroundings.time()).multipliedBy(3).dividedBy(4);
        Deadline last = surroundings.time().after(timeout);
        Optional<Optional<Row>> called = WaitListener.current().during(() -> self.turn.take(last));
        Duration waited = began.elapsed(surroundings.time());
        metrics.waited(key, waited, called.isPresent());
        if (called.isPresent()) {
            return new Turn(key, called.get());
        }
        boolean[] wasQueued = new boolean[1];
        queues.computeIfPresent(
                key,
                (_, queue) -> {
                    wasQueued[0] = queue.remove(self);
                    return queue;
                });
        if (wasQueued[0]) {
            leftQueue();
        } else {
            // Called at the last moment: the turn goes on to the next.
            leave(new Turn(key, Optional.empty()), Optional.empty());
        }
        return new Refused("no turn to write " + key + " in time");
    }

    /** Runs {@code work} as the holder of a turn. */
    <T> T during(Turn turn, Supplier<T> work) {
        Held held = new Held(turn.key(), HELD.isBound() ? HELD.get() : null);
        return ScopedValue.where(HELD, held).call(work::get);
    }

    /**
     * Ends one's turn.
     *
     * @param latest the row as one knows it now, for the next
     */
    void leave(Turn turn, Optional<Row> latest) {
        AtomicReference<@Nullable Waiter> next = new AtomicReference<>();
        queues.compute(
                turn.key(),
                (key, queue) -> {
                    if (queue == null) {
                        throw new IllegalStateException("nobody has the turn at " + key);
                    }
                    next.set(queue.poll());
                    return next.get() == null ? null : queue;
                });
        Waiter called = next.get();
        if (called != null) {
            leftQueue();
            called.turn.put(
                    latest.map(
                            row -> row.since(Math.max(1, row.chosen() - MAX_HANDED_VERSIONS + 1))));
        }
    }

    private void leftQueue() {
        waiting.decrementAndGet();
        metrics.queued(-1);
    }

    /** Returns at how many rows somebody has the turn. */
    int busyRows() {
        return queues.size();
    }

    /** Returns how many wait. */
    int waiting() {
        return waiting.get();
    }
}
