package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.Value;
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
                    LostRegionStory story = new LostRegionStory(simulation, Set.of(0, 2));
                    story.loseTheRegion();
                    assertThat(story.get()).isEqualTo(story.before.etag());
                });
    }

    @Test
    void withinAMinuteThatReadHasItDecidedForGoodThatItNeverWas() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionStory story = new LostRegionStory(simulation, Set.of(0, 2));
                    story.loseTheRegion();
                    assertThat(story.get()).isEqualTo(story.before.etag());
                    story.sleep(Duration.ofSeconds(60));
                    assertThat(story.kinds()).endsWith(Value.Kind.DELETE_VERSIONS);
                    story.bringTheRegionBack();
                    assertThat(story.get()).isEqualTo(story.before.etag());
                });
    }

    @Test
    void aListingShowsThatToo() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionStory story = new LostRegionStory(simulation, Set.of(0));
                    story.loseTheRegion();
                    assertThat(story.list()).containsExactly(story.before.etag());
                });
    }

    @Test
    void whatDecodesIsFoundAndStaysWhateverIsTriedLater() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionStory story = new LostRegionStory(simulation, Set.of(0, 1));
                    story.loseTheRegion();
                    assertThat(story.get()).isEqualTo(story.inFlight.etag());
                    assertThat(story.kinds()).contains(Value.Kind.VISIBLE);
                    story.sleep(Duration.ofMinutes(1));
                    story.bringTheRegionBack();
                    assertThat(story.settle()).isInstanceOf(Abandonment.Visible.class);
                    assertThat(story.get()).isEqualTo(story.inFlight.etag());
                    assertThat(story.list()).containsExactly(story.inFlight.etag());
                });
    }

    @Test
    void aQuorumGivesUpWhatLacksSomethingAndTheFragmentThatWasLostDoesNotReviveIt() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionStory story = new LostRegionStory(simulation, Set.of(0, 2));
                    story.loseTheRegion();
                    story.sleep(Duration.ofSeconds(35));
                    assertThat(story.settle()).isInstanceOf(Abandonment.Over.class);
                    story.bringTheRegionBack();
                    assertThat(story.get()).isEqualTo(story.before.etag());
                });
    }

    @Test
    void aConditionalWriteDecidesItAfterAMinute() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionStory story = new LostRegionStory(simulation, Set.of(0, 2));
                    story.loseTheRegion();
                    story.sleep(Duration.ofSeconds(60));
                    TextBody next = new TextBody("next", 1000);
                    WriteCondition unchanged = new WriteCondition.Matches(story.before.etag());
                    assertThat(story.put(story.gateway, unchanged, next))
                            .isInstanceOf(PutResult.Stored.class);
                    assertThat(story.get()).isEqualTo(next.etag());
                });
    }

    @Test
    void aConditionalWriteDecidesThatWhatDecodesIsVisibleAtOnce() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionStory story = new LostRegionStory(simulation, Set.of(0, 1));
                    story.loseTheRegion();
                    TextBody next = new TextBody("next", 1000);
                    WriteCondition unchanged = new WriteCondition.Matches(story.inFlight.etag());
                    assertThat(story.put(story.gateway, unchanged, next))
                            .isInstanceOf(PutResult.Stored.class);
                });
    }

    @Test
    void withAllDataCentersWhatDecodesIsFoundWithinAMinute() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionStory story = new LostRegionStory(simulation, Set.of(0, 1));
                    assertThat(story.get()).isEqualTo(story.before.etag());
                    story.sleep(Duration.ofSeconds(60));
                    assertThat(story.get()).isEqualTo(story.inFlight.etag());
                });
    }

    /** Nobody told a row that it is visible, and nobody read it. */
    @Test
    void aFragmentThatVanishedDoesNotHideWhatWasAcknowledged() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionStory story = new LostRegionStory(simulation, Set.of(0, 1, 2));
                    assertThat(story.answer()).containsInstanceOf(PutResult.Stored.class);
                    story.sleep(Duration.ofMinutes(2));
                    story.lose(2);
                    assertThat(story.get()).isEqualTo(story.inFlight.etag());
                    assertThat(story.kinds()).endsWith(Value.Kind.VISIBLE);
                    assertThat(story.list()).containsExactly(story.inFlight.etag());
                });
    }

    @Test
    void ofManyReadsOfOneVersionThatIsToBeDecidedNoneFails() {
        Seeds.simulate(
                2,
                simulation -> {
                    LostRegionStory story = new LostRegionStory(simulation, Set.of(0, 1));
                    story.loseTheRegion();
                    assertThat(story.getAtOnce(MANY)).containsOnly(story.inFlight.etag());
                    assertThat(story.kinds()).containsOnlyOnce(Value.Kind.VISIBLE);
                });
    }

    @Test
    void byAWrongClockNothingIsGivenUp() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    LostRegionStory story = new LostRegionStory(simulation, Set.of(0, 2));
                    story.loseTheRegion();
                    simulation.wallClockError("gateway", Duration.ofDays(-2));
                    assertThat(story.settle()).isInstanceOf(Abandonment.Undecided.class);
                    assertThat(story.kinds()).doesNotContain(Value.Kind.DELETE_VERSIONS);
                });
    }

    @Test
    void whatAStoreForgotIsNotTakenForLacking() {
        Seeds.simulate(SEEDS, simulation -> ForgottenBesides.run(simulation, Protocol.PRODUCTION));
    }
}
