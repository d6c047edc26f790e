package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.Bytes;
import io.giza.model.Manifest;
import io.giza.model.OpId;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

/** A client asks again for what an earlier attempt of the same operation may have done. */
class RetriedPutTest {
    @Test
    void aRetryOfWhatSucceededSucceedsAndWritesNoSecondVersion() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    assertThat(scenario.put("first", 1000)).isInstanceOf(PutResult.Stored.class);
                    assertThat(scenario.put("first", 1000)).isInstanceOf(PutResult.Stored.class);
                    assertThat(scenario.cluster.oracle().chosen(scenario.key())).hasSize(1);
                });
    }

    @Test
    void anotherBodyUnderTheSameIdentityIsAnotherPut() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    scenario.put("first", 1000);
                    for (int size : new int[] {1000, 10}) {
                        PutResult result = scenario.put("second", size);
                        assertThat(result).isInstanceOf(PutResult.Stored.class);
                        assertThat(scenario.etag()).isEqualTo(new TextBody("second", size).etag());
                    }
                    assertThat(scenario.cluster.oracle().chosen(scenario.key())).hasSize(3);
                });
    }

    @Test
    void aCopyWhoseSourceChangedIsDoneOnce() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    for (String source : List.of("first", "second")) {
                        assertThat(scenario.copy(source, 1000))
                                .isInstanceOfSatisfying(
                                        PutResult.Stored.class,
                                        stored ->
                                                assertThat(stored.manifest().etag())
                                                        .isEqualTo(
                                                                new TextBody("first", 1000)
                                                                        .etag()));
                    }
                    assertThat(scenario.cluster.oracle().chosen(scenario.key())).hasSize(1);
                });
    }

    @Test
    void aConditionalPutThatSucceededAnswersItsRetry() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    for (int size : new int[] {1000, 10}) {
                        for (int attempt = 0; attempt < 3; attempt++) {
                            assertThat(scenario.put("mine", size, scenario.sizeCondition(size)))
                                    .isInstanceOf(PutResult.Stored.class);
                        }
                        scenario.nextOperation();
                    }
                    assertThat(scenario.cluster.oracle().chosen(scenario.key())).hasSize(2);
                });
    }

    @Test
    void aConditionalPutOfAnotherBodyMeetsTheFirst() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    var absent = new WriteCondition.Absent();
                    scenario.put("mine", 10, absent);
                    assertThat(scenario.put("else", 10, absent))
                            .isInstanceOf(Failure.PreconditionFailed.class);
                });
    }

    @Test
    void aConditionalDeleteThatSucceededAnswersItsRetry() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    scenario.put("mine", 1000);
                    scenario.nextOperation();
                    var matches = new WriteCondition.Matches(scenario.etag());
                    for (int attempt = 0; attempt < 2; attempt++) {
                        assertThat(scenario.delete(matches)).isInstanceOf(DeleteResult.Done.class);
                    }
                });
    }

    @Test
    void aRetryOfADeleteInADeletedBucketIsNotASuccess() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    scenario.put("mine", 10);
                    scenario.nextOperation();
                    scenario.delete(new WriteCondition.None());
                    assertThat(
                                    scenario.gateway("other")
                                            .buckets()
                                            .delete(
                                                    scenario.account,
                                                    RetryScenario.BUCKET,
                                                    ClientOperation.once(
                                                            scenario.gateway
                                                                    .surroundings()
                                                                    .random())))
                            .isInstanceOf(RemoveResult.Deleted.class);
                    assertThat(scenario.delete(new WriteCondition.None()))
                            .isInstanceOf(Failure.NoSuchBucket.class);
                });
    }

    @Test
    void aRetryLooksFurtherBackThanAcceptorsDo() {
        Seeds.simulate(
                5,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    scenario.put("mine", 10);
                    OpId first = scenario.op;
                    scenario.putManyOthers();
                    String newest = scenario.etag();
                    scenario.op = first;
                    assertThat(scenario.put("mine", 10)).isInstanceOf(PutResult.Stored.class);
                    assertThat(scenario.etag()).isEqualTo(newest);
                    simulation.scenario().time().sleep(Duration.ofHours(1));
                    scenario.put("mine", 10);
                    assertThat(scenario.etag()).isEqualTo(new TextBody("mine", 10).etag());
                });
    }

    @Test
    void whoGivesTheSameIdentityToOneOperationAfterAnotherHasAllOfThemDone() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    for (String text : List.of("one", "two", "one", "two", "two")) {
                        assertThat(scenario.putDuring(new TextBody(text, 10), () -> {}))
                                .isInstanceOf(PutResult.Stored.class);
                        assertThat(scenario.etag()).isEqualTo(new TextBody(text, 10).etag());
                    }
                    assertThat(scenario.cluster.oracle().chosen(scenario.key())).hasSize(5);
                });
    }

    @Test
    void aRetryOfWhatIsChosenButNotVisibleIsNotASuccess() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    scenario.appendEarlierAttempt(
                            new Manifest.Fragmented(
                                    scenario.account.name(),
                                    scenario.account.coding(),
                                    1024,
                                    scenario.account.dataDcs()),
                            new TextBody("again", 1000));
                    assertThat(scenario.put("again", 1000))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                });
    }

    @Test
    void aRetryOfWhatIsVisibleInADeletedBucketIsNotASuccess() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    Gateway other = scenario.gateway("other");
                    assertThat(other.delete(scenario.account, RetryScenario.BUCKET))
                            .isInstanceOf(RemoveResult.Deleted.class);
                    // The vote was cast while the bucket was being deleted, and not acknowledged.
                    scenario.appendEarlierAttempt(
                            new Manifest.Inline(Bytes.EMPTY), new TextBody("again", 10));
                    assertThat(scenario.put("again", 10)).isInstanceOf(Failure.NoSuchBucket.class);
                });
    }
}
