package io.giza.simulation.undecided;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Time;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.model.Value;
import io.giza.recovery.rows.RowCatchUp;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/**
 * What becomes of a deletion for which two of three data centers voted, of which its client never
 * heard, and which nobody finishes: anything at any time, unless workers look for it.
 */
class UndecidedDeletionTest {
    private static final int SEEDS = 10;

    @Test
    void itHappensOnceTheThirdDataCenterIsAway() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    UndecidedDeletionScenario scenario = new UndecidedDeletionScenario(simulation);
                    assertThat(scenario.get()).isInstanceOf(GetResult.Found.class);
                    scenario.isolateThird();
                    assertThat(scenario.get()).isInstanceOf(GetResult.Absent.class);
                    scenario.network.heal();
                    assertThat(scenario.get()).isInstanceOf(GetResult.Absent.class);
                });
    }

    @Test
    void itNeverHappensOnceSomethingElseWasWritten() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    UndecidedDeletionScenario scenario = new UndecidedDeletionScenario(simulation);
                    scenario.put();
                    scenario.isolateThird();
                    assertThat(scenario.get()).isInstanceOf(GetResult.Found.class);
                    scenario.network.heal();
                    assertThat(scenario.get()).isInstanceOf(GetResult.Found.class);
                });
    }

    @Test
    void itIsDecidedOnceWorkersFoundItTwice() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    UndecidedDeletionScenario scenario = new UndecidedDeletionScenario(simulation);
                    scenario.runWorkers(2);
                    assertThat(scenario.isOpen()).isFalse();
                    // All three answered, so it was known that nobody can have been told of it.
                    scenario.isolateThird();
                    assertThat(scenario.get()).isInstanceOf(GetResult.Found.class);
                    scenario.network.heal();
                    assertThat(scenario.get()).isInstanceOf(GetResult.Found.class);
                });
    }

    @Test
    void itIsDecidedWithoutTheThirdDataCenterToo() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    UndecidedDeletionScenario scenario = new UndecidedDeletionScenario(simulation);
                    scenario.isolateThird();
                    scenario.runWorkers(2);
                    assertThat(scenario.get()).isInstanceOf(GetResult.Absent.class);
                    scenario.network.heal();
                    assertThat(scenario.get()).isInstanceOf(GetResult.Absent.class);
                });
    }

    @Test
    void oneLookDisturbsNothing() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    UndecidedDeletionScenario scenario = new UndecidedDeletionScenario(simulation);
                    scenario.runWorkers(1);
                    assertThat(scenario.isOpen()).isTrue();
                });
    }

    @Test
    void aGatewayDecidesWhatItLeftOpenOnceItCan() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    UndecidedDeletionScenario scenario =
                            new UndecidedDeletionScenario(
                                    simulation,
                                    new UndecidedDeletionScenario.FastVotesOnly(
                                            simulation.scenario().time()));
                    assertThat(scenario.isOpen()).isFalse();
                });
    }

    @Test
    void aBucketWhoseRowIsClosedStands() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    UndecidedDeletionScenario scenario = new UndecidedDeletionScenario(simulation);
                    scenario.voteForVersioning();
                    scenario.runWorkers(2);
                    assertThat(scenario.isOpen()).isFalse();
                    assertThat(scenario.lastKindsOfBucketRow()).containsOnly(Value.Kind.PUT);
                    scenario.put();
                    assertThat(scenario.get()).isInstanceOf(GetResult.Found.class);
                });
    }

    @Test
    void whoCatchesUpRowsClosesIt() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    UndecidedDeletionScenario scenario = new UndecidedDeletionScenario(simulation);
                    RowCatchUp catchUp = scenario.catchUp();
                    assertThat(catchUp.closeOpenVersions(() -> true)).isTrue();
                    simulation.scenario().time().sleep(Duration.ofMinutes(1));
                    assertThat(scenario.isOpen()).isFalse();
                });
    }

    @Test
    void whoCatchesUpRowsWaitsForNothingThatIsDecidedMeanwhile() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    UndecidedDeletionScenario scenario = new UndecidedDeletionScenario(simulation);
                    RowCatchUp catchUp = scenario.catchUp();
                    scenario.runWorkers(2);
                    Time time = simulation.scenario().time();
                    long before = time.nanos();
                    assertThat(catchUp.closeOpenVersions(() -> true)).isTrue();
                    assertThat(Duration.ofNanos(time.nanos() - before))
                            .isLessThan(Duration.ofSeconds(5));
                });
    }
}
