package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.simulation.RoundTripStory.Measured;
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
        Seeds.simulate(10, simulation -> put(new RoundTripStory(simulation, size), length));
    }

    @ParameterizedTest
    @CsvSource({"3, 20", "3, 64", "3, 1000", "4, 1000", "5, 20", "5, 1000"})
    void getOfAVisibleVersionTakesOneRoundTrip(int size, int length) {
        Seeds.simulate(10, simulation -> get(new RoundTripStory(simulation, size), length));
    }

    private static void put(RoundTripStory story, int length) throws IOException {
        TextBody body = new TextBody("first", length);
        Measured<PutResult> put = story.measured(() -> story.stored(body));
        assertThat(put.result()).isInstanceOf(PutResult.Stored.class);
        int waitedFor =
                RoundTripStory.isInline(length)
                        ? story.quorums().fast()
                        : story.cluster.names().size();
        assertOneRoundTrip(story, put, waitedFor, waitedFor);
        assertThat(awaited(story, put))
                .as("seed %d", story.simulation.seed())
                .allMatch(sent -> sent.what().equals("PreAccept") || sent.isUpload())
                .allMatch(sent -> sent.nanos() - put.from() < story.log.shortest().toNanos());
    }

    private static void get(RoundTripStory story, int length) throws IOException {
        TextBody body = new TextBody("first", length);
        assertThat(story.stored(body)).isInstanceOf(PutResult.Stored.class);
        story.letMessagesArrive();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Measured<GetResult> get = story.measured(() -> story.read(bytes));
        assertThat(bytes.toByteArray()).isEqualTo(body.bytes());
        int fragmentsFrom = RoundTripStory.isInline(length) ? 0 : story.cluster.names().size();
        int atMost = Math.max(story.quorums().classic(), fragmentsFrom);
        assertOneRoundTrip(story, get, story.quorums().classic(), atMost);
        assertThat(get.sent(story.log))
                .as("seed %d", story.simulation.seed())
                .filteredOn(MessageLog.Sent::crosses)
                .allMatch(sent -> sent.what().equals("Read") || sent.isFragmentRead())
                .allMatch(sent -> sent.nanos() - get.from() < story.log.shortest().toNanos());
    }

    /** Bounds: the nearest so many data centers had, or may have had, to answer. */
    private static void assertOneRoundTrip(
            RoundTripStory story, Measured<?> measured, int atLeast, int atMost) {
        assertThat(measured.trace().roundTrips())
                .as("seed %d", story.simulation.seed())
                .isEqualTo(1);
        assertThat(measured.took())
                .as("seed %d", story.simulation.seed())
                .isGreaterThanOrEqualTo(story.wayTo(atLeast).multipliedBy(2))
                .isLessThan(story.wayTo(atMost).plus(story.log.shortest()).multipliedBy(2));
    }

    /** Returns what was sent to other data centers before the acknowledgement, but for news. */
    private static List<MessageLog.Sent> awaited(RoundTripStory story, Measured<?> measured) {
        return measured.sent(story.log).stream()
                .filter(MessageLog.Sent::crosses)
                .filter(sent -> !sent.isNews())
                .toList();
    }
}
