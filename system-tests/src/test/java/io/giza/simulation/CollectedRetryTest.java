package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.gc.sweep.RowCare.Outcome;
import io.giza.model.OpId;
import io.giza.testkit.fixture.Seeds;
import io.giza.version.RetryWindow;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/** A client asks again for what was overwritten or deleted, and cleaned up, since. */
class CollectedRetryTest {
    private static final int SEEDS = 10;

    @Test
    void aRetryOfAPutThatWasOverwrittenUndoesNothing() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    for (int size : new int[] {1000, 10}) {
                        story.put("mine", size);
                        OpId mine = story.op;
                        story.nextOperation();
                        story.put("later", size);
                        assertThat(story.clean(RetryWindow.KEPT)).isEqualTo(Outcome.YOUNG);
                        story.op = mine;
                        assertThat(story.put("mine", size)).isInstanceOf(PutResult.Stored.class);
                        assertThat(story.etag()).isEqualTo(new TextBody("later", size).etag());
                        story.nextOperation();
                    }
                });
    }

    @Test
    void aRetryOfAPutThatWasDeletedUndoesNothing() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    story.put("mine", 1000);
                    OpId mine = story.op;
                    story.nextOperation();
                    story.delete(new WriteCondition.None());
                    assertThat(story.clean(RetryWindow.KEPT)).isEqualTo(Outcome.YOUNG);
                    story.op = mine;
                    assertThat(story.put("mine", 1000)).isInstanceOf(PutResult.Stored.class);
                    story.nextOperation();
                    assertThat(story.delete(new WriteCondition.Matches("*")))
                            .isInstanceOf(Failure.NoSuchKey.class);
                });
    }

    @Test
    void aRetryOfAConditionalDeleteSucceeds() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    story.put("mine", 1000);
                    story.nextOperation();
                    var matches = new WriteCondition.Matches(story.etag());
                    assertThat(story.delete(matches)).isInstanceOf(DeleteResult.Done.class);
                    assertThat(story.clean(RetryWindow.KEPT)).isEqualTo(Outcome.YOUNG);
                    assertThat(story.delete(matches)).isInstanceOf(DeleteResult.Done.class);
                });
    }

    @Test
    void theDataGoesAtOnceAndTheRowOnceNobodyAsksAnyMore() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    story.put("mine", 1000);
                    story.nextOperation();
                    story.delete(new WriteCondition.None());
                    assertThat(story.clean(RetryWindow.KEPT)).isEqualTo(Outcome.YOUNG);
                    assertThat(story.cluster.stores()).allMatch(store -> store.ids().isEmpty());
                    simulation
                            .scenario()
                            .time()
                            .sleep(RetryWindow.KEPT.plus(Duration.ofMinutes(1)));
                    assertThat(story.clean(RetryWindow.KEPT)).isEqualTo(Outcome.REMOVED);
                });
    }
}
