package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.OpId;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A first attempt is done only after its own retry was answered, and then does nothing. */
class LateFirstAttemptTest {
    @Test
    void aFirstAttemptThatIsLateUndoesNothingThatCameAfterItsRetry() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    for (int size : new int[] {1000, 10}) {
                        OpId slow = scenario.op;
                        PutResult late =
                                scenario.putDuring(
                                        new TextBody("mine", size),
                                        () -> {
                                            assertThat(scenario.put("mine", size))
                                                    .isInstanceOf(PutResult.Stored.class);
                                            scenario.nextOperation();
                                            scenario.put("later", size);
                                            scenario.op = slow;
                                        });
                        assertThat(late).isInstanceOf(Failure.OutcomeUnknown.class);
                        assertThat(scenario.etag()).isEqualTo(new TextBody("later", size).etag());
                        scenario.nextOperation();
                    }
                    assertThat(scenario.cluster.oracle().chosen(scenario.key())).hasSize(4);
                });
    }

    /** Defaults of the bucket may change between the attempts of one operation. */
    @Test
    void aFirstAttemptIsLateThoughItsRetryWroteSomethingElse() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    Instant sent = scenario.signed();
                    OpId held = scenario.op;
                    scenario.put("mine", 10);
                    scenario.nextOperation();
                    scenario.put("later", 10);
                    scenario.op = held;
                    assertThat(scenario.putSentAt(sent, new TextBody("mine otherwise", 20)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(scenario.etag()).isEqualTo(new TextBody("later", 10).etag());
                });
    }

    @ParameterizedTest
    @MethodSource("clients")
    void aPutThatIsHeldBackUntilItsRetrySucceededWritesNothing(Client client) {
        client.holdsBack(
                scenario ->
                        assertThat(scenario.put("mine", 10)).isInstanceOf(PutResult.Stored.class),
                (scenario, sent) -> scenario.putSentAt(sent, new TextBody("mine", 10)));
    }

    @ParameterizedTest
    @MethodSource("clients")
    void aDeleteThatIsHeldBackUntilItsRetryFoundNothingDeletesNothing(Client client) {
        client.holdsBack(
                scenario ->
                        assertThat(scenario.delete(new WriteCondition.None()))
                                .isInstanceOf(DeleteResult.Done.class),
                RetryScenario::deleteSentAt);
    }

    @ParameterizedTest
    @MethodSource("clients")
    void aDeleteOfTheNullVersionThatIsHeldBackUntilItsRetryFoundNoneDeletesNothing(Client client) {
        client.holdsBack(
                scenario ->
                        assertThat(scenario.deleteNull(scenario.target()))
                                .isInstanceOf(DeleteResult.Done.class),
                (scenario, sent) -> scenario.deleteNull(scenario.firstAt(sent)));
    }

    @Test
    void aFirstAttemptWritesNothingOnceItsRetryWasRefused() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    WriteCondition absent = new WriteCondition.Absent();
                    for (int size : new int[] {1000, 10}) {
                        scenario.put("other", 10);
                        scenario.nextOperation();
                        OpId slow = scenario.op;
                        PutResult late =
                                scenario.putDuring(
                                        new TextBody("mine", size),
                                        absent,
                                        () -> {
                                            assertThat(scenario.put("mine", size, absent))
                                                    .isInstanceOf(Failure.PreconditionFailed.class);
                                            scenario.nextOperation();
                                            scenario.delete(new WriteCondition.None());
                                            scenario.op = slow;
                                        });
                        assertThat(late).isInstanceOf(Failure.OutcomeUnknown.class);
                        assertThat(scenario.put("next", 10, absent))
                                .isInstanceOf(PutResult.Stored.class);
                        scenario.nextOperation();
                    }
                });
    }

    @ParameterizedTest
    @MethodSource("clients")
    void aFirstAttemptThatIsHeldBackWritesNothingOnceItsRetryWasRefused(Client client) {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = client.scenario(simulation);
                    WriteCondition absent = new WriteCondition.Absent();
                    scenario.put("other", 10);
                    scenario.nextOperation();
                    Instant sent = scenario.signed();
                    client.pause(simulation);
                    OpId held = scenario.op;
                    assertThat(scenario.put("mine", 10, absent))
                            .isInstanceOf(Failure.PreconditionFailed.class);
                    assertThat(scenario.put("mine", 10, absent))
                            .as("once more")
                            .isInstanceOf(Failure.PreconditionFailed.class);
                    scenario.nextOperation();
                    scenario.delete(new WriteCondition.None());
                    scenario.op = held;
                    assertThat(scenario.putSentAt(sent, absent, new TextBody("mine", 10)))
                            .isInstanceOf(Failure.OutcomeUnknown.class);
                    simulation.scenario().time().sleep(Duration.ofSeconds(1));
                    assertThat(
                                    scenario.putSentAt(
                                            scenario.signed(), absent, new TextBody("mine", 10)))
                            .as("another operation that was given the same identity")
                            .isInstanceOf(PutResult.Stored.class);
                });
    }

    @Test
    void anAttemptWhoseClientGaveUpWhileItsGatewayStoodStillWritesNothing() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    scenario.put("other", 10);
                    for (int size : new int[] {1000, 10}) {
                        scenario.nextOperation();
                        assertThat(scenario.putOfClientThatGaveUp(new TextBody("mine", size)))
                                .isInstanceOf(Failure.OutcomeUnknown.class);
                    }
                    assertThat(scenario.etag()).isEqualTo(new TextBody("other", 10).etag());
                    assertThat(scenario.cluster.oracle().chosen(scenario.key())).hasSize(1);
                });
    }

    @Test
    void aRetryThatWasRefusedMaySucceedOnceItAsksAgain() {
        Seeds.simulate(
                20,
                simulation -> {
                    RetryScenario scenario = new RetryScenario(simulation);
                    WriteCondition absent = new WriteCondition.Absent();
                    OpId tried = scenario.op;
                    scenario.nextOperation();
                    scenario.put("other", 10);
                    scenario.op = tried;
                    assertThat(scenario.put("mine", 10, absent))
                            .isInstanceOf(Failure.PreconditionFailed.class);
                    scenario.nextOperation();
                    scenario.delete(new WriteCondition.None());
                    scenario.op = tried;
                    for (int attempt = 0; attempt < 2; attempt++) {
                        assertThat(scenario.put("mine", 10, absent))
                                .isInstanceOf(PutResult.Stored.class);
                    }
                    assertThat(scenario.etag()).isEqualTo(new TextBody("mine", 10).etag());
                });
    }

    private static List<Client> clients() {
        return Stream.of(-10, 0, 10)
                .map(Duration::ofSeconds)
                .flatMap(
                        ahead ->
                                Stream.of(0, 400, 3000)
                                        .map(pause -> new Client(ahead, Duration.ofMillis(pause))))
                .toList();
    }

    /**
     * A client that retries while its first attempt is delayed.
     *
     * @param ahead how far its clock is ahead of the gateways' clocks
     * @param pause the time before the retry
     */
    record Client(Duration ahead, Duration pause) {
        RetryScenario scenario(Simulation simulation) {
            RetryScenario scenario = new RetryScenario(simulation);
            scenario.ahead = ahead;
            return scenario;
        }

        /** Signs a first attempt, retries, puts another object, and delivers the first attempt. */
        void holdsBack(Consumer<RetryScenario> retry, BiFunction<RetryScenario, Instant, ?> first) {
            Seeds.simulate(
                    20,
                    simulation -> {
                        RetryScenario scenario = scenario(simulation);
                        Instant sent = scenario.signed();
                        pause(simulation);
                        OpId held = scenario.op;
                        retry.accept(scenario);
                        scenario.nextOperation();
                        scenario.put("later", 10);
                        scenario.op = held;
                        assertThat(first.apply(scenario, sent))
                                .isInstanceOf(Failure.OutcomeUnknown.class);
                        assertThat(scenario.etag()).isEqualTo(new TextBody("later", 10).etag());
                    });
        }

        void pause(Simulation simulation) {
            simulation.scenario().time().sleep(pause);
        }
    }
}
