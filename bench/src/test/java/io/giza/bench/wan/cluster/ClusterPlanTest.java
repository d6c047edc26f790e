package io.giza.bench.wan.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.giza.model.Coding;
import io.giza.standalone.plan.LatencyMatrix;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;

class ClusterPlanTest {
    private static final LatencyMatrix WORLD = LatencyMatrix.builtIn("world-2-1");

    /** With three tables a fast round needs all, and a classic one the nearest other. */
    @ParameterizedTest
    @CsvSource({"0, 140, 116", "1, 240, 116", "2, 240, 140"})
    void roundsTakeAsLongAsTheFarthestOfTheirQuorum(int from, long fast, long classic) {
        ClusterPlan plan = ClusterPlan.ofThePaper("world-2-1");

        assertThat(plan.fastRound(from)).isEqualTo(Duration.ofMillis(fast));
        assertThat(plan.classicRound(from)).isEqualTo(Duration.ofMillis(classic));
    }

    @Test
    void aPutNeedsAllFragmentsAndAGetTheNearestThatDecode() {
        ClusterPlan plan = ClusterPlan.ofThePaper("world-2-1");

        assertThat(plan.farthestStoreForPut(0)).isEqualTo(2);
        assertThat(plan.farthestStoreForGet(0)).isEqualTo(1);
        assertThat(plan.farthestForPut(0)).isEqualTo(Duration.ofMillis(140));
    }

    @Test
    void theOthersOfThePaperHaveSevenDataCentersAndThreeTables() {
        ClusterPlan plan = ClusterPlan.ofThePaper("us-6-1");

        assertThat(plan.coding()).isEqualTo(new Coding.ReedSolomon(6, 1));
        assertThat(plan.metadataDcs()).isEqualTo(3);
        assertThat(plan.fastRound(0)).isEqualTo(Duration.ofMillis(42));
    }

    @ParameterizedTest
    @CsvSource({"6, 1, 3", "2, 1, 2", "2, 1, 4"})
    void whatDoesNotFitTheDataCentersIsRefused(int data, int parity, int tables) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new ClusterPlan(WORLD, new Coding.ReedSolomon(data, parity), tables));
    }
}
