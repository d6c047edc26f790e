package io.giza.simulation.recovery;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.model.PutId;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.version.VersionOracle;
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
        LostFragmentsScenario scenario = new LostFragmentsScenario(simulation, Protocol.PRODUCTION);
        VersionOracle oracle = new VersionOracle(scenario.cluster, scenario.key());
        oracle.noteAcknowledged(oracle.chosen(1).id());
        PutId put = oracle.chosen(1).id();
        long askedAt = oracle.now();
        mustBeDeleted(oracle, askedAt);

        oracle.noteStoreLoss(Set.of(put));
        mustBeDeleted(oracle, askedAt);

        oracle.noteRecoveryAbandons(put);
        oracle.checkDeleted(1, askedAt);
        oracle.checkNullDeleted(askedAt);
    }

    private static void mustBeDeleted(VersionOracle oracle, long askedAt) {
        assertThatThrownBy(() -> oracle.checkDeleted(1, askedAt))
                .hasMessageContaining("not deleted");
        assertThatThrownBy(() -> oracle.checkNullDeleted(askedAt))
                .hasMessageContaining("null not deleted");
    }
}
