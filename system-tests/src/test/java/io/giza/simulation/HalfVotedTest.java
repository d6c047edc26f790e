package io.giza.simulation;

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
class HalfVotedTest {
    private static final int SEEDS = 10;

    @Test
    void itHappensOnceTheThirdDataCenterIsAway() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HalfVotedStory story = new HalfVotedStory(simulation);
                    assertThat(story.get()).isInstanceOf(GetResult.Found.class);
                    story.isolateThird();
                    assertThat(story.get()).isInstanceOf(GetResult.Absent.class);
                    story.network.heal();
                    assertThat(story.get()).isInstanceOf(GetResult.Absent.class);
                });
    }

    @Test
    void itNeverHappensOnceSomethingElseWasWritten() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HalfVotedStory story = new HalfVotedStory(simulation);
                    story.put();
                    story.isolateThird();
                    assertThat(story.get()).isInstanceOf(GetResult.Found.class);
                    story.network.heal();
                    assertThat(story.get()).isInstanceOf(GetResult.Found.class);
                });
    }

    @Test
    void itIsDecidedOnceWorkersFoundItTwice() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HalfVotedStory story = new HalfVotedStory(simulation);
                    story.workersLook(2);
                    assertThat(story.isOpen()).isFalse();
                    // All three answered, so it was known that nobody can have been told of it.
                    story.isolateThird();
                    assertThat(story.get()).isInstanceOf(GetResult.Found.class);
                    story.network.heal();
                    assertThat(story.get()).isInstanceOf(GetResult.Found.class);
                });
    }

    @Test
    void itIsDecidedWithoutTheThirdDataCenterToo() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HalfVotedStory story = new HalfVotedStory(simulation);
                    story.isolateThird();
                    story.workersLook(2);
                    assertThat(story.get()).isInstanceOf(GetResult.Absent.class);
                    story.network.heal();
                    assertThat(story.get()).isInstanceOf(GetResult.Absent.class);
                });
    }

    @Test
    void oneLookDisturbsNothing() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HalfVotedStory story = new HalfVotedStory(simulation);
                    story.workersLook(1);
                    assertThat(story.isOpen()).isTrue();
                });
    }

    @Test
    void aGatewayDecidesWhatItLeftOpenOnceItCan() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HalfVotedStory story =
                            new HalfVotedStory(
                                    simulation,
                                    new HalfVotedStory.Mute(simulation.scenario().time()));
                    assertThat(story.isOpen()).isFalse();
                });
    }

    @Test
    void aBucketWhoseRowIsClosedStands() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HalfVotedStory story = new HalfVotedStory(simulation);
                    story.versionHalf();
                    story.workersLook(2);
                    assertThat(story.isOpen()).isFalse();
                    assertThat(story.lastKindOfBucket()).containsOnly(Value.Kind.PUT);
                    story.put();
                    assertThat(story.get()).isInstanceOf(GetResult.Found.class);
                });
    }

    @Test
    void whoCatchesUpRowsClosesIt() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HalfVotedStory story = new HalfVotedStory(simulation);
                    RowCatchUp catchUp = story.catchUp();
                    assertThat(catchUp.closeOpen(() -> true)).isTrue();
                    simulation.scenario().time().sleep(Duration.ofMinutes(1));
                    assertThat(story.isOpen()).isFalse();
                });
    }

    @Test
    void whoCatchesUpRowsWaitsForNothingThatIsDecidedMeanwhile() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HalfVotedStory story = new HalfVotedStory(simulation);
                    RowCatchUp catchUp = story.catchUp();
                    story.workersLook(2);
                    Time time = simulation.scenario().time();
                    long before = time.nanos();
                    assertThat(catchUp.closeOpen(() -> true)).isTrue();
                    assertThat(Duration.ofNanos(time.nanos() - before))
                            .isLessThan(Duration.ofSeconds(5));
                });
    }
}
