package io.giza.simulation.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;

/** No version under a lock is deleted, whoever races and whatever clocks say. */
class LockSimulationTest {
    @ParameterizedTest
    @CsvSource({"3, 150", "5, 30"})
    void noLockedVersionIsDeleted(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        LockScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "put Stored",
                            "put Unavailable",
                            "delete Done",
                            "delete ObjectLocked",
                            "retain Tagged",
                            "retain ObjectLocked",
                            "hold Tagged",
                            "configure Changed",
                            "read Found",
                            "lock null Tagged",
                            "late put ObjectLocked");
        }
        // Workers seldom get so far: few seeds have none.
        if (Seeds.first(2).count() > 1 && seeds >= 150) {
            assertThat(ends).containsKey("expired NONCURRENT");
        }
    }
}
