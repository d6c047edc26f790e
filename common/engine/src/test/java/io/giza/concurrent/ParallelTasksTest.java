package io.giza.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

class ParallelTasksTest {
    private final VirtualThreads threads = new VirtualThreads();
    private final Surroundings surroundings = new Surroundings(threads, threads, new Random(1));

    @Test
    void allAreUnderWayAtOnceAndResultsAreInOrder() {
        CountDownLatch begun = new CountDownLatch(3);
        List<Supplier<Integer>> work = List.of(meet(begun, 1), meet(begun, 2), meet(begun, 3));
        assertThat(ParallelTasks.runAll(surroundings, "work", work)).containsExactly(1, 2, 3);
    }

    private static Supplier<Integer> meet(CountDownLatch begun, int result) {
        return () -> {
            begun.countDown();
            try {
                begun.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return result;
        };
    }

    @Test
    void whatOneThrowsIsThrownOnceAllEnded() {
        Surroundings oneAfterAnother =
                new Surroundings(new OneAfterAnother(), threads, new Random(1));
        AtomicInteger ended = new AtomicInteger();
        Supplier<Integer> fails =
                () -> {
                    throw new IllegalStateException("one");
                };
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(
                        () ->
                                ParallelTasks.runAll(
                                        oneAfterAnother,
                                        "work",
                                        List.of(
                                                fails,
                                                ended::incrementAndGet,
                                                ended::incrementAndGet)))
                .withMessage("one");
        assertThat(ended).hasValue(2);
    }

    @Test
    void nothingIsDoneAtOnce() {
        assertThat(ParallelTasks.runAll(surroundings, "work", List.<Supplier<Integer>>of()))
                .isEmpty();
    }

    /** A task runs, to its end, only when whoever waits has nothing to take. */
    private static final class OneAfterAnother implements Tasks {
        private final Queue<Runnable> forked = new ArrayDeque<>();

        @Override
        public void fork(String name, Runnable body) {
            forked.add(body);
        }

        @Override
        public <T> Inbox<T> inbox(int capacity) {
            Queue<T> items = new ArrayDeque<>();
            return new Inbox<>() {
                @Override
                public void put(T item) {
                    items.add(item);
                }

                @Override
                public boolean offer(T item, Deadline deadline) {
                    return items.add(item);
                }

                @Override
                public Optional<T> take(Deadline deadline) {
                    while (items.isEmpty()) {
                        forked.remove().run();
                    }
                    return Optional.of(items.remove());
                }
            };
        }
    }
}
