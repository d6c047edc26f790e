package io.giza.concurrent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Several pieces of work at once, all of which are waited for. */
public final class ParallelTasks {
    /** How long is waited at a time; all work ends by itself, so it is waited again. */
    private static final Duration TICK = Duration.ofMinutes(1);

    private ParallelTasks() {}

    private record Ended<T>(int index, Optional<T> result, Optional<RuntimeException> failure) {}

    /**
     * Does all of {@code work} at once and returns when all of it ended, however long that takes.
     *
     * @param work each bounded in time by itself
     * @return the results, in the order of {@code work}
     * @throws RuntimeException what one of them threw, the first of them
     */
    public static <T> List<T> runAll(
            Surroundings surroundings, String name, List<Supplier<T>> work) {
        if (work.size() == 1) {
            return List.of(work.getFirst().get());
        }
        Inbox<Ended<T>> ends = fork(surroundings, name, work);
        List<Optional<T>> results = new ArrayList<>();
        work.forEach(_ -> results.add(Optional.empty()));
        Optional<RuntimeException> failure = Optional.empty();
        for (int finished = 0; finished < work.size(); ) {
            Optional<Ended<T>> next = ends.take(surroundings.time().after(TICK));
            if (next.isPresent()) {
                finished++;
                results.set(next.get().index(), next.get().result());
                failure = failure.or(next.get()::failure);
            }
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
        return results.stream().map(Optional::orElseThrow).toList();
    }

    /**
     * Does all of {@code work} at once and returns when all of it ended, or at the deadline. Late
     * work goes on, and its results are ignored.
     *
     * @return the results, in the order of {@code work}; empty for late work
     * @throws RuntimeException the first that was thrown until then
     */
    public static <T> List<Optional<T>> runUntil(
            Surroundings surroundings, String name, List<Supplier<T>> work, Deadline deadline) {
        Inbox<Ended<T>> ends = fork(surroundings, name, work);
        List<Optional<T>> results = new ArrayList<>();
        work.forEach(_ -> results.add(Optional.empty()));
        for (int finished = 0; finished < work.size(); finished++) {
            Optional<Ended<T>> next = ends.take(deadline);
            if (next.isEmpty()) {
                break;
            }
            if (next.get().failure().isPresent()) {
                throw next.get().failure().get();
            }
            results.set(next.get().index(), next.get().result());
        }
        return List.copyOf(results);
    }

    private static <T> Inbox<Ended<T>> fork(
            Surroundings surroundings, String name, List<Supplier<T>> work) {
        Inbox<Ended<T>> ends = surroundings.tasks().inbox(Math.max(1, work.size()));
        for (int i = 0; i < work.size(); i++) {
            int index = i;
            surroundings
                    .tasks()
                    .fork(name + "." + index, () -> ends.put(runOne(index, work.get(index))));
        }
        return ends;
    }

    private static <T> Ended<T> runOne(int index, Supplier<T> work) {
        try {
            return new Ended<>(index, Optional.of(work.get()), Optional.empty());
        } catch (RuntimeException e) {
            return new Ended<>(index, Optional.empty(), Optional.of(e));
        }
    }
}
