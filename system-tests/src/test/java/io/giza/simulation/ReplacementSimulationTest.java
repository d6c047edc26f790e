package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

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
        simulate(ForgottenFragments::aReadHasNoAnswerRatherThanAnOlderOne);
    }

    @Test
    void poisonFromBeforeIsRefused() {
        simulate(ForgottenFragments::poisonFromBeforeIsRefused);
    }

    @Test
    void dataFromBeforeIsRefused() {
        simulate(ForgottenFragments::dataFromBeforeIsRefused);
    }

    @Test
    void whatWasSeenAndIsLostIsNotGivenUp() {
        simulate(SeenAndLost::whatWasSeenAndIsLostIsNotGivenUp);
    }

    @Test
    void aLookAtFragmentsIsFollowedByOneAtTheRow() {
        simulate(SeenAndLost::aLookAtFragmentsIsFollowedByOneAtTheRow);
    }

    @Test
    void poisonOfARecoveryIsNoRebuiltFragment() {
        simulate(SeenAndLost::poisonOfARecoveryIsNoRebuiltFragment);
    }

    private static void simulate(BiConsumer<Simulation, Protocol> story) {
        Seeds.simulate(20, simulation -> story.accept(simulation, Protocol.PRODUCTION));
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
                            "rebuild Over",
                            "rebuild Lost",
                            "rebuild Undecided",
                            "endangered",
                            "all left");
        }
    }
}
