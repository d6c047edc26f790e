package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.Scenarios.Scenario;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.EventTrace;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A seed is worth nothing unless it repeats its run: all events, in order, at their times. */
class ReplayTest {
    /** The other test runs each of these seeds once more here, and once in its process. */
    private static final int TIMES = 2;

    private static final int SEEDS = 1;

    static Stream<String> scenarios() {
        return Scenarios.all().stream().map(Scenario::name);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aSeedRepeatsItsRun(String name) {
        Scenario scenario =
                Scenarios.all().stream()
                        .filter(s -> s.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        long seed = Seeds.first(1).findFirst().orElseThrow();
        EventTrace first = Simulation.run(seed, scenario.run()::in);
        for (int i = 1; i < TIMES; i++) {
            EventTrace again = Simulation.run(seed, scenario.run()::in);
            assertThat(again.text()).as("seed %d, run %d", seed, i).isEqualTo(first.text());
            assertThat(again.count()).isEqualTo(first.count());
            assertThat(again.hash()).isEqualTo(first.hash());
        }
    }

    /** Each process iterates over the sets and maps of {@code Set.of} in an order of its own. */
    @Test
    void aSeedRepeatsItsRunInAnotherProcess() throws Exception {
        Process other =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-Djdk.virtualThreadScheduler.parallelism=1",
                                "-Djdk.virtualThreadScheduler.maxPoolSize=256",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Runs.class.getName())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        // Between the lines of the runs there may be what they logged, at the time of that process.
        List<String> theirs =
                other.inputReader().lines().filter(line -> line.contains(", seed ")).toList();

        assertThat(theirs).isEqualTo(Runs.all());
        assertThat(other.waitFor()).isZero();
    }

    /** Prints a line for each run. */
    static final class Runs {
        private Runs() {}

        public static void main(String[] arguments) {
            all().forEach(System.out::println);
        }

        static List<String> all() {
            return Scenarios.all().stream().flatMap(Runs::of).toList();
        }

        private static Stream<String> of(Scenario scenario) {
            return Stream.iterate(1L, seed -> seed + 1)
                    .limit(SEEDS)
                    .map(
                            seed -> {
                                EventTrace trace = Simulation.run(seed, scenario.run()::in);
                                return "%s, seed %d: %d events, %x"
                                        .formatted(
                                                scenario.name(), seed, trace.count(), trace.hash());
                            });
        }
    }
}
