package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.OpId;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/** A late first attempt writes nothing, also if another operation has its identity. */
class LateBesideNamesakeTest {
    @Test
    void aFirstAttemptFindsItsRetryThatWasRenamed() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = scenarioWithNamesake(simulation);
                    Instant sent = scenario.signed();
                    OpId held = scenario.op;
                    assertThat(scenario.put("mine", 10)).isInstanceOf(PutResult.Stored.class);
                    scenario.nextOperation();
                    scenario.put("later", 10);
                    scenario.op = held;
                    assertThat(scenario.putSentAt(sent, new TextBody("mine", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(scenario.etag()).isEqualTo(new TextBody("later", 10).etag());
                });
    }

    /** The first attempt does not see the namesake, so it has no new identity itself. */
    @Test
    void aFirstAttemptFindsItsRetryThatWasRenamedForANamesakeFarBack() {
        Seeds.simulate(
                5,
                simulation -> {
                    RetryScenario scenario = scenarioWithNamesake(simulation);
                    OpId held = scenario.op;
                    scenario.putManyOthers();
                    Instant sent = scenario.signed();
                    scenario.op = held;
                    assertThat(scenario.put("mine", 10)).isInstanceOf(PutResult.Stored.class);
                    scenario.nextOperation();
                    scenario.put("later", 10);
                    scenario.op = held;
                    assertThat(scenario.putSentAt(sent, new TextBody("mine", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(scenario.etag()).isEqualTo(new TextBody("later", 10).etag());
                });
    }

    @Test
    void aRetryFindsItsFirstAttemptBehindANamesake() {
        Seeds.simulate(
                5,
                simulation -> {
                    RetryScenario scenario = scenarioWithNamesake(simulation);
                    OpId held = scenario.op;
                    scenario.putManyOthers();
                    scenario.op = held;
                    assertThat(scenario.putSentAt(scenario.signed(), new TextBody("mine", 10)))
                            .isInstanceOf(PutResult.Stored.class);
                    scenario.nextOperation();
                    scenario.put("later", 10);
                    scenario.op = held;
                    assertThat(scenario.put("mine", 10)).isInstanceOf(PutResult.Stored.class);
                    assertThat(scenario.etag()).isEqualTo(new TextBody("later", 10).etag());
                });
    }

    @Test
    void aFirstAttemptFindsThatItsRetryWasRefused() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = scenarioWithNamesake(simulation);
                    WriteCondition absent = new WriteCondition.Absent();
                    Instant sent = scenario.signed();
                    OpId held = scenario.op;
                    assertThat(scenario.put("mine", 10, absent))
                            .isInstanceOf(Failure.PreconditionFailed.class);
                    scenario.nextOperation();
                    scenario.delete(new WriteCondition.None());
                    scenario.op = held;
                    assertThat(scenario.putSentAt(sent, absent, new TextBody("mine", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                });
    }

    @Test
    void anAttemptWhoseClientGaveUpAfterTheFirstLookWritesNothing() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = scenarioWithNamesake(simulation);
                    OpId held = scenario.op;
                    AtomicInteger looks = new AtomicInteger();
                    ClientOperation first =
                            new ClientOperation(held, false, scenario.signed())
                                    .unless(
                                            () -> {
                                                if (looks.getAndIncrement() > 0) {
                                                    return true;
                                                }
                                                scenario.putElsewhere(new TextBody("later", 10));
                                                return false;
                                            });
                    assertThat(scenario.putFirst(first, new TextBody("mine", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(scenario.etag()).isEqualTo(new TextBody("later", 10).etag());
                });
    }

    /** Makes a scenario whose operation has the identity of an earlier one. */
    private static RetryScenario scenarioWithNamesake(Simulation simulation) {
        RetryScenario scenario = new RetryScenario(simulation);
        assertThat(scenario.putSentAt(scenario.signed(), new TextBody("namesake", 10)))
                .isInstanceOf(PutResult.Stored.class);
        simulation.scenario().time().sleep(Duration.ofSeconds(2));
        return scenario;
    }
}
