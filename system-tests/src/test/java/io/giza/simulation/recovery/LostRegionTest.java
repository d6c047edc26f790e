package io.giza.simulation.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.Value;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;
import io.giza.version.Abandonment;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Set;

/**
 * A region is lost together with the gateway of a put, whose record was chosen and of which some
 * fragments were stored. Two data centers of three are left, of a code that needs two fragments.
 */
class LostRegionTest {
    private static final int SEEDS = 10;

    /** More than may wait for their turn to write one key. */
    private static final int MANY = 12;

    @Test
    void aReadFindsTheVersionBeforeWhereWhatIsNeededIsNotThere() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionScenario scenario = new LostRegionScenario(simulation, Set.of(0, 2));
                    scenario.loseTheRegion();
                    assertThat(scenario.get()).isEqualTo(scenario.before.etag());
                });
    }

    @Test
    void withinAMinuteThatReadHasItDecidedForGoodThatItNeverWas() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionScenario scenario = new LostRegionScenario(simulation, Set.of(0, 2));
                    scenario.loseTheRegion();
                    assertThat(scenario.get()).isEqualTo(scenario.before.etag());
                    scenario.sleep(Duration.ofSeconds(60));
                    assertThat(scenario.kinds()).endsWith(Value.Kind.DELETE_VERSIONS);
                    scenario.bringTheRegionBack();
                    assertThat(scenario.get()).isEqualTo(scenario.before.etag());
                });
    }

    @Test
    void aListingShowsThatToo() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionScenario scenario = new LostRegionScenario(simulation, Set.of(0));
                    scenario.loseTheRegion();
                    assertThat(scenario.list()).containsExactly(scenario.before.etag());
                });
    }

    @Test
    void whatDecodesIsFoundAndStaysWhateverIsTriedLater() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionScenario scenario = new LostRegionScenario(simulation, Set.of(0, 1));
                    scenario.loseTheRegion();
                    assertThat(scenario.get()).isEqualTo(scenario.inFlight.etag());
                    assertThat(scenario.kinds()).contains(Value.Kind.VISIBLE);
                    scenario.sleep(Duration.ofMinutes(1));
                    scenario.bringTheRegionBack();
                    assertThat(scenario.settle()).isInstanceOf(Abandonment.Visible.class);
                    assertThat(scenario.get()).isEqualTo(scenario.inFlight.etag());
                    assertThat(scenario.list()).containsExactly(scenario.inFlight.etag());
                });
    }

    @Test
    void aQuorumGivesUpWhatLacksSomethingAndTheFragmentThatWasLostDoesNotReviveIt() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionScenario scenario = new LostRegionScenario(simulation, Set.of(0, 2));
                    scenario.loseTheRegion();
                    scenario.sleep(Duration.ofSeconds(35));
                    assertThat(scenario.settle()).isInstanceOf(Abandonment.Deleted.class);
                    scenario.bringTheRegionBack();
                    assertThat(scenario.get()).isEqualTo(scenario.before.etag());
                });
    }

    @Test
    void aConditionalWriteDecidesItAfterAMinute() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionScenario scenario = new LostRegionScenario(simulation, Set.of(0, 2));
                    scenario.loseTheRegion();
                    scenario.sleep(Duration.ofSeconds(60));
                    TextBody next = new TextBody("next", 1000);
                    WriteCondition unchanged = new WriteCondition.Matches(scenario.before.etag());
                    assertThat(scenario.put(scenario.gateway, unchanged, next))
                            .isInstanceOf(PutResult.Stored.class);
                    assertThat(scenario.get()).isEqualTo(next.etag());
                });
    }

    @Test
    void aConditionalWriteDecidesThatWhatDecodesIsVisibleAtOnce() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionScenario scenario = new LostRegionScenario(simulation, Set.of(0, 1));
                    scenario.loseTheRegion();
                    TextBody next = new TextBody("next", 1000);
                    WriteCondition unchanged = new WriteCondition.Matches(scenario.inFlight.etag());
                    assertThat(scenario.put(scenario.gateway, unchanged, next))
                            .isInstanceOf(PutResult.Stored.class);
                });
    }

    @Test
    void withAllDataCentersWhatDecodesIsFoundWithinAMinute() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionScenario scenario = new LostRegionScenario(simulation, Set.of(0, 1));
                    assertThat(scenario.get()).isEqualTo(scenario.before.etag());
                    scenario.sleep(Duration.ofSeconds(60));
                    assertThat(scenario.get()).isEqualTo(scenario.inFlight.etag());
                });
    }

    /** Nobody told a row that it is visible, and nobody read it. */
    @Test
    void aFragmentThatVanishedDoesNotHideWhatWasAcknowledged() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionScenario scenario =
                            new LostRegionScenario(simulation, Set.of(0, 1, 2));
                    assertThat(scenario.answer()).containsInstanceOf(PutResult.Stored.class);
                    scenario.sleep(Duration.ofMinutes(2));
                    scenario.lose(2);
                    assertThat(scenario.get()).isEqualTo(scenario.inFlight.etag());
                    assertThat(scenario.kinds()).endsWith(Value.Kind.VISIBLE);
                    assertThat(scenario.list()).containsExactly(scenario.inFlight.etag());
                });
    }

    @Test
    void ofManyReadsOfOneVersionThatIsToBeDecidedNoneFails() {
        Seeds.simulate(
                2,
                simulation -> {
                    LostRegionScenario scenario = new LostRegionScenario(simulation, Set.of(0, 1));
                    scenario.loseTheRegion();
                    assertThat(scenario.getAtOnce(MANY)).containsOnly(scenario.inFlight.etag());
                    assertThat(scenario.kinds()).containsOnlyOnce(Value.Kind.VISIBLE);
                });
    }

    @Test
    void byAWrongClockNothingIsGivenUp() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionScenario scenario = new LostRegionScenario(simulation, Set.of(0, 2));
                    scenario.loseTheRegion();
                    simulation.wallClockError("gateway", Duration.ofDays(-2));
                    assertThat(scenario.settle()).isInstanceOf(Abandonment.Undecided.class);
                    assertThat(scenario.kinds()).doesNotContain(Value.Kind.DELETE_VERSIONS);
                });
    }

    @Test
    void whatAStoreForgotIsNotTakenForLacking() {
        Seeds.simulate(
                SEEDS,
                simulation -> StoreLossAfterPutScenario.run(simulation, Protocol.PRODUCTION));
    }
}
