package io.giza.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

class CrashTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void crashedGroupRunsNoFinallyAndNothingAfter() {
        Seeds.simulate(
                100,
                simulation -> {
                    List<String> after = new ArrayList<>();
                    Surroundings gateway = simulation.surroundings("gateway");
                    Inbox<Integer> inbox = gateway.tasks().inbox(1);
                    for (int i = 0; i < 3; i++) {
                        gateway.tasks()
                                .fork(
                                        "put-" + i,
                                        () -> {
                                            try {
                                                inbox.take(gateway.time().after(HOUR));
                                                after.add("taken");
                                            } finally {
                                                after.add("finally");
                                            }
                                        });
                    }
                    simulation.crash("gateway");
                    assertThat(simulation.liveTaskCount("gateway")).isZero();
                    inbox.put(1);
                    simulation.scenario().time().sleep(Duration.ofHours(2));
                    assertThat(after).as("seed %d", simulation.seed()).isEmpty();
                });
    }

    @Test
    void taskThatCrashesItsOwnGroupNeverReturns() {
        Simulation.run(
                1,
                simulation -> {
                    List<String> after = new ArrayList<>();
                    simulation
                            .surroundings("gateway")
                            .tasks()
                            .fork(
                                    "suicide",
                                    () -> {
                                        simulation.crash("gateway");
                                        after.add("returned");
                                    });
                    simulation.join("gateway");
                    assertThat(after).isEmpty();
                });
    }

    @Test
    void groupCrashesAtEachOfItsSteps() {
        Set<Integer> reached = new HashSet<>();
        for (int step = 0; step <= 4; step++) {
            int crashAt = step;
            int[] progress = new int[1];
            Simulation.run(
                    3,
                    simulation -> {
                        simulation.crashAtStep("gateway", crashAt);
                        simulation
                                .surroundings("gateway")
                                .tasks()
                                .fork(
                                        "put",
                                        () -> {
                                            while (progress[0] < 3) {
                                                progress[0]++;
                                                simulation.yieldPoint();
                                            }
                                        });
                        simulation.join("gateway");
                    });
            reached.add(progress[0]);
        }
        assertThat(reached).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void groupLivesAgainAfterACrash() {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings gateway = simulation.surroundings("gateway");
                    simulation.crash("gateway");
                    Inbox<String> inbox = gateway.tasks().inbox(1);
                    gateway.tasks().fork("again", () -> inbox.put("alive"));
                    assertThat(inbox.take(gateway.time().after(HOUR))).contains("alive");
                });
    }

    @Test
    void scenarioItselfCannotCrash() {
        assertThatThrownBy(
                        () ->
                                Simulation.run(
                                        1, simulation -> simulation.crash(Simulation.SCENARIO)))
                .hasMessageContaining("the run has no end");
    }
}
