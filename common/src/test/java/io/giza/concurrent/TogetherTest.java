package io.giza.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

class TogetherTest {
    private final VirtualThreads threads = new VirtualThreads();
    private final Surroundings surroundings = new Surroundings(threads, threads, new Random(1));

    @Test
    void allAreUnderWayAtOnceAndResultsAreInOrder() {
        CountDownLatch begun = new CountDownLatch(3);
        List<Supplier<Integer>> work = List.of(meet(begun, 1), meet(begun, 2), meet(begun, 3));
        assertThat(Together.all(surroundings, "work", work)).containsExactly(1, 2, 3);
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
        AtomicInteger ended = new AtomicInteger();
        Supplier<Integer> fails =
                () -> {
                    throw new IllegalStateException("one");
                };
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(
                        () ->
                                Together.all(
                                        surroundings,
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
        assertThat(Together.all(surroundings, "work", List.<Supplier<Integer>>of())).isEmpty();
    }
}
