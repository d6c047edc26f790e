package io.giza.simulation.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.testkit.sim.Simulation;
import io.giza.worker.Retry;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/** A failure is followed by a growing pause. */
class RetryTest {
    @Test
    void thePauseDoublesUpToFiveMinutesAndIsRandom() {
        Simulation.run(
                1,
                simulation -> {
                    var surroundings = simulation.scenario();
                    Retry retry = Retry.now(surroundings);
                    assertThat(retry.isDue(surroundings)).isTrue();
                    for (int failures = 0; failures < 40; failures++) {
                        long began = surroundings.time().nanos();
                        retry = retry.afterFailure(surroundings);
                        long bound =
                                Duration.ofSeconds(Math.min(300, 1L << Math.min(failures, 9)))
                                        .toNanos();
                        assertThat(retry.notBefore().nanos() - began).isBetween(bound / 2, bound);
                    }
                    assertThat(retry.isDue(surroundings)).isFalse();
                    surroundings.time().sleep(Duration.ofMinutes(5));
                    assertThat(retry.isDue(surroundings)).isTrue();
                });
    }
}
