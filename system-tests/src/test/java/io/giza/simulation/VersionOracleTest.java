package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.model.PutId;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.util.Set;

/** The oracle of versions alarms where it should, and only there. */
class VersionOracleTest {
    @Test
    void whatIsLostAndGivenUpDuringADeletionNeedsNoDeletion() {
        Seeds.simulate(1, VersionOracleTest::loseDuringDeletion);
    }

    private static void loseDuringDeletion(Simulation simulation) {
        ForgottenFragments story = new ForgottenFragments(simulation, Protocol.PRODUCTION);
        VersionOracle oracle = new VersionOracle(story.cluster, story.key());
        oracle.acknowledged(oracle.chosen(1).id());
        PutId put = oracle.chosen(1).id();
        long asked = oracle.now();
        mustBeDeleted(oracle, asked);

        oracle.endanger(Set.of(put));
        mustBeDeleted(oracle, asked);

        oracle.condemn(put);
        oracle.checkDeleted(1, asked);
        oracle.checkNullDeleted(asked);
    }

    private static void mustBeDeleted(VersionOracle oracle, long asked) {
        assertThatThrownBy(() -> oracle.checkDeleted(1, asked)).hasMessageContaining("not deleted");
        assertThatThrownBy(() -> oracle.checkNullDeleted(asked))
                .hasMessageContaining("null not deleted");
    }
}
