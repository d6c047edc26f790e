package io.giza.simulation.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.simulation.cluster.Protocol;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Fragments of a data center that are lost, and the empty store that takes their place. */
class ReplacementSimulationTest {
    @Test
    void aReadHasNoAnswerRatherThanAnOlderOne() {
        simulate(LostFragmentsScenario::readFailsRatherThanReturnsOlder);
    }

    @Test
    void poisonFromBeforeIsRefused() {
        simulate(LostFragmentsScenario::oldPoisonIsRefused);
    }

    @Test
    void dataFromBeforeIsRefused() {
        simulate(LostFragmentsScenario::oldDataIsRefused);
    }

    @Test
    void whatWasSeenAndIsLostIsNotGivenUp() {
        simulate(LostVisibleVersionScenario::visibleVersionIsNotAbandoned);
    }

    @Test
    void aLookAtFragmentsIsFollowedByOneAtTheRow() {
        simulate(LostVisibleVersionScenario::fragmentReadIsFollowedByRowRead);
    }

    @Test
    void poisonOfARecoveryIsNoRebuiltFragment() {
        simulate(LostVisibleVersionScenario::recoveryPoisonIsNotARebuiltFragment);
    }

    private static void simulate(BiConsumer<Simulation, Protocol> scenario) {
        Seeds.simulate(20, simulation -> scenario.accept(simulation, Protocol.PRODUCTION));
    }

    @ParameterizedTest
    @CsvSource({"3, 200", "5, 40"})
    void nothingThatIsLeftIsPassedOverAndTheNewStoreGetsAllThatItIsDue(int size, int seeds) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                seeds,
                simulation ->
                        ReplacementScenario.run(simulation, size, Protocol.PRODUCTION)
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "put Stored",
                            "get Found",
                            "get Unavailable",
                            "rebuild Whole",
                            "rebuild Deleted",
                            "rebuild Lost",
                            "rebuild Undecided",
                            "endangered",
                            "all left");
        }
    }
}
