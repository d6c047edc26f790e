package io.giza.service.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Random;

/** Something is looked at until its process ends, whatever a look comes to. */
class RepeatedLookTest {
    private final StepwiseTasks tasks = new StepwiseTasks();
    private int looks;
    private boolean fails;
    private final RepeatedLook repeated =
            new RepeatedLook(
                    "something",
                    () -> Duration.ofSeconds(5),
                    new Surroundings(tasks, new VirtualThreads(), new Random(1)),
                    this::look);

    private void look() {
        looks++;
        if (fails) {
            throw new IllegalStateException("nobody tells");
        }
    }

    @Test
    void itLooksAtOnceAndUntilItIsStopped() {
        repeated.start();
        assertThat(repeated.isRunning()).isTrue();
        tasks.endAfter(2, repeated::stop);
        tasks.run();

        assertThat(looks).isEqualTo(3);
        assertThat(repeated.isRunning()).isFalse();
    }

    @Test
    void whoHasLookedAlreadyBeginsWithAPause() {
        repeated.startLater();
        tasks.endAfter(0, repeated::stop);
        tasks.run();

        assertThat(looks).isZero();
    }

    @Test
    void aLookThatFailsIsNotTheLast() {
        fails = true;
        repeated.start();
        tasks.endAfter(3, repeated::stop);
        tasks.run();

        assertThat(looks).isEqualTo(4);
    }
}
