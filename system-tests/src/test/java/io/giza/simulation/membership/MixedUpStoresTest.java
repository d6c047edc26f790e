package io.giza.simulation.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.testkit.sim.SimulationFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Empty, older and second stores behind the address of another. */
class MixedUpStoresTest {
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void whatLiesBehindAnAddressDoesNotVoteUnlessItIsTheStoreThatIsMeant(int size) {
        Map<String, Integer> ends = new TreeMap<>();
        Seeds.simulate(
                40,
                simulation ->
                        new MixedUpStoresScenario(simulation, size, true)
                                .run()
                                .forEach((end, count) -> ends.merge(end, count, Integer::sum)));
        if (Seeds.first(2).count() > 1) {
            assertThat(ends)
                    .containsKeys(
                            "acknowledged",
                            "read",
                            "refused",
                            "misdirected",
                            "replaced",
                            "brought back",
                            "swapped",
                            "a second one is not seeded");
        }
    }

    /** Without identities a store without its past votes, and two values become one version. */
    @Test
    void storesThatAreTakenForWhateverLiesBehindTheirAddressBreakAgreement() {
        boolean broken =
                LongStream.rangeClosed(1, 20)
                        .mapToObj(MixedUpStoresTest::failureWithoutIdentities)
                        .anyMatch(failure -> failure.contains("two values chosen as one version"));

        assertThat(broken).isTrue();
    }

    private static String failureWithoutIdentities(long seed) {
        try {
            Simulation.run(
                    seed, simulation -> new MixedUpStoresScenario(simulation, 3, false).run());
            return "";
        } catch (SimulationFailure failure) {
            return String.valueOf(failure.getMessage());
        }
    }
}
