package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.Bytes;
import io.giza.model.Manifest;
import io.giza.model.OpId;
import io.giza.paxos.Acceptor;
import io.giza.simulation.SimulatedCluster.Gateway;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A client asks again for what an earlier attempt of the same operation may have done. */
class RepeatedPutTest {
    @Test
    void aRetryOfWhatSucceededSucceedsAndWritesNoSecondVersion() {
        Seeds.simulate(
                20,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    assertThat(story.put("first", 1000)).isInstanceOf(PutResult.Stored.class);
                    assertThat(story.put("first", 1000)).isInstanceOf(PutResult.Stored.class);
                    assertThat(story.cluster.oracle().chosen(story.key())).hasSize(1);
                });
    }

    @Test
    void anotherBodyUnderTheSameIdentityIsAnotherPut() {
        Seeds.simulate(
                20,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    story.put("first", 1000);
                    for (int size : new int[] {1000, 10}) {
                        PutResult result = story.put("second", size);
                        assertThat(result).isInstanceOf(PutResult.Stored.class);
                        assertThat(story.etag()).isEqualTo(new TextBody("second", size).etag());
                    }
                    assertThat(story.cluster.oracle().chosen(story.key())).hasSize(3);
                });
    }

    @Test
    void aConditionalPutThatSucceededAnswersItsRetry() {
        Seeds.simulate(
                20,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    for (int size : new int[] {1000, 10}) {
                        for (int attempt = 0; attempt < 3; attempt++) {
                            assertThat(story.put("mine", size, story.sizeCondition(size)))
                                    .isInstanceOf(PutResult.Stored.class);
                        }
                        story.nextOperation();
                    }
                    assertThat(story.cluster.oracle().chosen(story.key())).hasSize(2);
                });
    }

    @Test
    void aConditionalPutOfAnotherBodyMeetsTheFirst() {
        Seeds.simulate(
                20,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    var absent = new WriteCondition.Absent();
                    story.put("mine", 10, absent);
                    assertThat(story.put("else", 10, absent))
                            .isInstanceOf(Failure.PreconditionFailed.class);
                });
    }

    @Test
    void aConditionalDeleteThatSucceededAnswersItsRetry() {
        Seeds.simulate(
                20,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    story.put("mine", 1000);
                    story.nextOperation();
                    var matches = new WriteCondition.Matches(story.etag());
                    for (int attempt = 0; attempt < 2; attempt++) {
                        assertThat(story.delete(matches)).isInstanceOf(DeleteResult.Done.class);
                    }
                });
    }

    @Test
    void aRetryOfADeleteInADeletedBucketIsNotASuccess() {
        Seeds.simulate(
                20,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    story.put("mine", 10);
                    story.nextOperation();
                    story.delete(new WriteCondition.None());
                    assertThat(
                                    story.gateway("other")
                                            .buckets()
                                            .delete(story.account, RepeatStory.BUCKET))
                            .isInstanceOf(RemoveResult.Deleted.class);
                    assertThat(story.delete(new WriteCondition.None()))
                            .isInstanceOf(Failure.NoSuchBucket.class);
                });
    }

    @Test
    void aRetryLooksFurtherBackThanAcceptorsDo() {
        Seeds.simulate(
                5,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    story.put("mine", 10);
                    OpId first = story.op;
                    for (int i = 0; i < 3 * Acceptor.OPERATION_WINDOW; i++) {
                        story.nextOperation();
                        story.put("later " + i, 20);
                    }
                    String newest = story.etag();
                    story.op = first;
                    assertThat(story.put("mine", 10)).isInstanceOf(PutResult.Stored.class);
                    assertThat(story.etag()).isEqualTo(newest);
                    simulation.scenario().time().sleep(Duration.ofHours(1));
                    story.put("mine", 10);
                    assertThat(story.etag()).isEqualTo(new TextBody("mine", 10).etag());
                });
    }

    @Test
    void aFirstAttemptThatIsLateUndoesNothingThatCameAfterItsRetry() {
        Seeds.simulate(
                20,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    for (int size : new int[] {1000, 10}) {
                        OpId slow = story.op;
                        PutResult late =
                                story.putWhile(
                                        new TextBody("mine", size),
                                        () -> {
                                            assertThat(story.put("mine", size))
                                                    .isInstanceOf(PutResult.Stored.class);
                                            story.nextOperation();
                                            story.put("later", size);
                                            story.op = slow;
                                        });
                        assertThat(late).isInstanceOf(Failure.OutcomeUnknown.class);
                        assertThat(story.etag()).isEqualTo(new TextBody("later", size).etag());
                        story.nextOperation();
                    }
                    assertThat(story.cluster.oracle().chosen(story.key())).hasSize(4);
                });
    }

    @Test
    void aFirstAttemptThatIsHeldBackUntilItsRetryWasAnsweredWritesNothing() {
        Seeds.simulate(
                20,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    Instant sent = story.gateway.surroundings().time().instant();
                    simulation.scenario().time().sleep(Duration.ofSeconds(3));
                    OpId held = story.op;
                    assertThat(story.put("mine", 10)).isInstanceOf(PutResult.Stored.class);
                    story.nextOperation();
                    story.put("later", 10);
                    story.op = held;
                    assertThat(story.putSent(sent, new TextBody("mine", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(story.etag()).isEqualTo(new TextBody("later", 10).etag());
                });
    }

    @Test
    void whoGivesTheSameIdentityToOneOperationAfterAnotherHasAllOfThemDone() {
        Seeds.simulate(
                20,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    for (String text : List.of("one", "two", "one", "two", "two")) {
                        assertThat(story.putWhile(new TextBody(text, 10), () -> {}))
                                .isInstanceOf(PutResult.Stored.class);
                        assertThat(story.etag()).isEqualTo(new TextBody(text, 10).etag());
                    }
                    assertThat(story.cluster.oracle().chosen(story.key())).hasSize(5);
                });
    }

    @Test
    void aRetryOfWhatIsChosenButNotVisibleIsNotASuccess() {
        Seeds.simulate(
                20,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    story.appendEarlierAttempt(
                            new Manifest.Fragmented(
                                    story.account.name(),
                                    story.account.coding(),
                                    1024,
                                    story.account.dataDcs()),
                            new TextBody("again", 1000));
                    assertThat(story.put("again", 1000)).isInstanceOf(Failure.OutcomeUnknown.class);
                });
    }

    @Test
    void aRetryOfWhatIsVisibleInADeletedBucketIsNotASuccess() {
        Seeds.simulate(
                20,
                simulation -> {
                    RepeatStory story = new RepeatStory(simulation);
                    Gateway other = story.gateway("other");
                    assertThat(other.buckets().delete(story.account, RepeatStory.BUCKET))
                            .isInstanceOf(RemoveResult.Deleted.class);
                    // The vote was cast while the bucket was being deleted, and not acknowledged.
                    story.appendEarlierAttempt(
                            new Manifest.Inline(Bytes.EMPTY), new TextBody("again", 10));
                    assertThat(story.put("again", 10)).isInstanceOf(Failure.NoSuchBucket.class);
                });
    }
}
