package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.gc.sweep.RowCollector.Outcome;
import io.giza.model.OpId;
import io.giza.simulation.cluster.TextBody;
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
                    RetryScenario scenario = new RetryScenario(simulation);
                    for (int size : new int[] {1000, 10}) {
                        scenario.put("mine", size);
                        OpId mine = scenario.op;
                        scenario.nextOperation();
                        scenario.put("later", size);
                        assertThat(scenario.clean(RetryWindow.RETENTION)).isEqualTo(Outcome.YOUNG);
                        scenario.op = mine;
                        assertThat(scenario.put("mine", size)).isInstanceOf(PutResult.Stored.class);
                        assertThat(scenario.etag()).isEqualTo(new TextBody("later", size).etag());
                        scenario.nextOperation();
                    }
                });
    }

    @Test
    void aRetryOfAPutThatWasDeletedUndoesNothing() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    scenario.put("mine", 1000);
                    OpId mine = scenario.op;
                    scenario.nextOperation();
                    scenario.delete(new WriteCondition.None());
                    assertThat(scenario.clean(RetryWindow.RETENTION)).isEqualTo(Outcome.YOUNG);
                    scenario.op = mine;
                    assertThat(scenario.put("mine", 1000)).isInstanceOf(PutResult.Stored.class);
                    scenario.nextOperation();
                    assertThat(scenario.delete(new WriteCondition.Matches("*")))
                            .isInstanceOf(Failure.NoSuchKey.class);
                });
    }

    @Test
    void aRetryOfAConditionalDeleteSucceeds() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    scenario.put("mine", 1000);
                    scenario.nextOperation();
                    var matches = new WriteCondition.Matches(scenario.etag());
                    assertThat(scenario.delete(matches)).isInstanceOf(DeleteResult.Done.class);
                    assertThat(scenario.clean(RetryWindow.RETENTION)).isEqualTo(Outcome.YOUNG);
                    assertThat(scenario.delete(matches)).isInstanceOf(DeleteResult.Done.class);
                });
    }

    @Test
    void theDataGoesAtOnceAndTheRowOnceNobodyAsksAnyMore() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    scenario.put("mine", 1000);
                    scenario.nextOperation();
                    scenario.delete(new WriteCondition.None());
                    assertThat(scenario.clean(RetryWindow.RETENTION)).isEqualTo(Outcome.YOUNG);
                    assertThat(scenario.cluster.stores()).allMatch(store -> store.ids().isEmpty());
                    simulation
                            .scenario()
                            .time()
                            .sleep(RetryWindow.RETENTION.plus(Duration.ofMinutes(1)));
                    assertThat(scenario.clean(RetryWindow.RETENTION)).isEqualTo(Outcome.REMOVED);
                });
    }
}
