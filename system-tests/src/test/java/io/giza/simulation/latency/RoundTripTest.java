package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.latency.RoundTripScenario.Measured;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * What the store promises of wide-area networks: an uncontended put takes one round trip between
 * data centers, and so does a get. Shown in three ways: by the trace that production keeps, by the
 * time that passes, and by the log of all messages.
 */
class RoundTripTest {
    @ParameterizedTest
    @CsvSource({"3, 20", "3, 64", "3, 1000", "3, 2048", "4, 1000", "5, 20", "5, 1000"})
    void uncontendedPutTakesOneRoundTrip(int size, int length) {
        Seeds.simulate(10, simulation -> put(new RoundTripScenario(simulation, size), length));
    }

    @ParameterizedTest
    @CsvSource({"3, 20", "3, 64", "3, 1000", "4, 1000", "5, 20", "5, 1000"})
    void getOfAVisibleVersionTakesOneRoundTrip(int size, int length) {
        Seeds.simulate(10, simulation -> get(new RoundTripScenario(simulation, size), length));
    }

    private static void put(RoundTripScenario scenario, int length) throws IOException {
        TextBody body = new TextBody("first", length);
        Measured<PutResult> put = scenario.measured(() -> scenario.stored(body));
        assertThat(put.result()).isInstanceOf(PutResult.Stored.class);
        int waitedFor =
                RoundTripScenario.isInline(length)
                        ? scenario.quorums().fast()
                        : scenario.cluster.names().size();
        assertOneRoundTrip(scenario, put, waitedFor, waitedFor);
        assertThat(awaited(scenario, put))
                .as("seed %d", scenario.simulation.seed())
                .allMatch(sent -> sent.what().equals("PreAccept") || sent.isUpload())
                .allMatch(sent -> sent.nanos() - put.from() < scenario.log.shortest().toNanos());
    }

    private static void get(RoundTripScenario scenario, int length) throws IOException {
        TextBody body = new TextBody("first", length);
        assertThat(scenario.stored(body)).isInstanceOf(PutResult.Stored.class);
        scenario.awaitDelivery();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Measured<GetResult> get = scenario.measured(() -> scenario.read(bytes));
        assertThat(bytes.toByteArray()).isEqualTo(body.bytes());
        int fragmentsFrom =
                RoundTripScenario.isInline(length) ? 0 : scenario.cluster.names().size();
        int atMost = Math.max(scenario.quorums().classic(), fragmentsFrom);
        assertOneRoundTrip(scenario, get, scenario.quorums().classic(), atMost);
        assertThat(get.sent(scenario.log))
                .as("seed %d", scenario.simulation.seed())
                .filteredOn(MessageLog.Sent::crosses)
                .allMatch(sent -> sent.what().equals("Read") || sent.isFragmentRead())
                .allMatch(sent -> sent.nanos() - get.from() < scenario.log.shortest().toNanos());
    }

    /** Bounds: the nearest so many data centers had, or may have had, to answer. */
    private static void assertOneRoundTrip(
            RoundTripScenario scenario, Measured<?> measured, int atLeast, int atMost) {
        assertThat(measured.trace().roundTrips())
                .as("seed %d", scenario.simulation.seed())
                .isEqualTo(1);
        assertThat(measured.took())
                .as("seed %d", scenario.simulation.seed())
                .isGreaterThanOrEqualTo(scenario.oneWayTo(atLeast).multipliedBy(2))
                .isLessThan(
                        scenario.oneWayTo(atMost).plus(scenario.log.shortest()).multipliedBy(2));
    }

    /** Returns what was sent to other data centers before the acknowledgement, but for news. */
    private static List<MessageLog.Sent> awaited(RoundTripScenario scenario, Measured<?> measured) {
        return measured.sent(scenario.log).stream()
                .filter(MessageLog.Sent::crosses)
                .filter(sent -> !sent.isResolution())
                .toList();
    }
}
