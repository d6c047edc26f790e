package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.notify.NotifiedObjects;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.OpId;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.event.EventFixture;
import io.giza.simulation.latency.RoundTripScenario.Measured;
import io.giza.simulation.object.ObjectScenario;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** What is to be told of a put is noted in the round trip that the put takes anyway. */
class EventRoundTripTest {
    @ParameterizedTest
    @CsvSource({"3, 20", "3, 1000", "5, 1000"})
    void aPutInABucketThatTellsNothingTakesOneRoundTrip(int size, int length) {
        Seeds.simulate(
                10,
                simulation -> {
                    RoundTripScenario scenario = new RoundTripScenario(simulation, size);
                    assertOneRoundTrip(scenario, put(scenario, objects(scenario), "key", length));
                });
    }

    @ParameterizedTest
    @CsvSource({"3, 20", "3, 1000", "5, 1000"})
    void aPutThatIsToldTakesOneRoundTripWhileItsBucketIsInUse(int size, int length) {
        Seeds.simulate(
                10,
                simulation -> {
                    RoundTripScenario scenario = new RoundTripScenario(simulation, size);
                    configure(scenario);
                    scenario.awaitDelivery();
                    ObjectService objects = objects(scenario);
                    put(scenario, objects, "first", length);
                    assertOneRoundTrip(scenario, put(scenario, objects, "second", length));
                });
    }

    private static ObjectService objects(RoundTripScenario scenario) {
        return new NotifiedObjects(
                scenario.gateway.objects(),
                EventFixture.announcer(
                        scenario.gateway,
                        RoundTripScenario.ENDLESS.requests(),
                        Duration.ofHours(1)));
    }

    private static void configure(RoundTripScenario scenario) {
        var found =
                (FindResult.Found)
                        scenario.gateway.buckets().find(scenario.account, ObjectScenario.BUCKET);
        EventFixture.configure(scenario.gateway, found.bucket().id());
    }

    private static Measured<PutResult> put(
            RoundTripScenario scenario, ObjectService objects, String key, int length)
            throws IOException {
        OpId op = OpId.random(scenario.simulation.scenario().random());
        Target target = new Target(scenario.account, ObjectScenario.BUCKET, key, op);
        PutRequest request = new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of());
        Measured<PutResult> put =
                scenario.measured(() -> objects.put(request, new TextBody("text", length)));
        return put;
    }

    private static void assertOneRoundTrip(
            RoundTripScenario scenario, Measured<PutResult> measured) {
        assertThat(measured.result()).isInstanceOf(PutResult.Stored.class);
        assertThat(measured.trace().roundTrips())
                .as("seed %d", scenario.simulation.seed())
                .isEqualTo(1);
        assertThat(measured.took())
                .as("seed %d", scenario.simulation.seed())
                .isLessThan(
                        scenario.oneWayTo(scenario.cluster.names().size())
                                .plus(scenario.log.shortest())
                                .multipliedBy(2));
    }
}
