package io.giza.service.watch;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs what was forked in the test's own thread, and lets no time pass. */
public final class StepwiseTasks implements Tasks {
    private final List<Runnable> forked = new ArrayList<>();
    private int pauses = Integer.MAX_VALUE;
    private Runnable end = () -> {};

    /** Returns what was forked. */
    public List<Runnable> forked() {
        return forked;
    }

    /** Runs it. */
    public void run() {
        forked.forEach(Runnable::run);
    }

    /** Ends something in the pause that follows so many pauses. */
    public void endAfter(int count, Runnable newEnd) {
        pauses = count;
        end = newEnd;
    }

    @Override
    public void fork(String name, Runnable body) {
        forked.add(body);
    }

    @Override
    public <T> Inbox<T> inbox(int capacity) {
        return new Inbox<>() {
            @Override
            public void put(T item) {}

            @Override
            public boolean offer(T item, Deadline deadline) {
                return true;
            }

            @Override
            public Optional<T> take(Deadline deadline) {
                if (pauses-- == 0) {
                    end.run();
                }
                return Optional.empty();
            }
        };
    }
}
