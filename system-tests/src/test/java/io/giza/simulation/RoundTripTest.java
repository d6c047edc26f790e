package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitSettings;
import io.giza.concurrent.Time;
import io.giza.concurrent.Trace;
import io.giza.gateway.bucket.BucketService.CreateResult;
import io.giza.gateway.object.ObjectService.GetRequest;
import io.giza.gateway.object.ObjectService.GetResult;
import io.giza.gateway.object.ObjectService.PutRequest;
import io.giza.gateway.object.ObjectService.PutResult;
import io.giza.gateway.object.ObjectService.Target;
import io.giza.gateway.object.StorySettings;
import io.giza.gateway.object.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.OpId;
import io.giza.paxos.Quorums;
import io.giza.replica.Account;
import io.giza.simulation.SimulatedCluster.Gateway;
import io.giza.simulation.SimulatedCluster.Patience;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What the store promises of wide-area networks: an uncontended put takes one round trip between
 * data centers, and so does a get. Shown in three ways: by the trace that production keeps, by the
 * time that passes, and by the log of all messages.
 */
class RoundTripTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Patience ENDLESS =
            new Patience(
                    new CommitSettings(HOUR, HOUR, Duration.ofMillis(20), Duration.ofSeconds(2)),
                    new StorySettings(
                            HOUR,
                            HOUR,
                            HOUR,
                            HOUR,
                            StorySettings.DEFAULTS.poll(),
                            HOUR,
                            HOUR,
                            HOUR,
                            HOUR,
                            // The bucket was used lately, however long messages take.
                            HOUR.multipliedBy(2),
                            StorySettings.DataPath.PARALLEL,
                            StorySettings.DEFAULTS.stripes()),
                    Duration.ofSeconds(2));

    /** Of what an operation took. */
    private record Measured<T>(T result, Trace trace, Duration took, long from, long to) {
        /** The moments between which the operation ran are those of the message log. */
        List<MessageLog.Sent> sent(MessageLog log) {
            return log.between(from, to);
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 20", "3, 64", "3, 1000", "3, 2048", "4, 1000", "5, 20", "5, 1000"})
    void uncontendedPutTakesOneRoundTrip(int size, int length) {
        Seeds.simulate(10, simulation -> new Story(simulation, size).put(length));
    }

    @ParameterizedTest
    @CsvSource({"3, 20", "3, 64", "3, 1000", "4, 1000", "5, 20", "5, 1000"})
    void getOfAVisibleVersionTakesOneRoundTrip(int size, int length) {
        Seeds.simulate(10, simulation -> new Story(simulation, size).get(length));
    }

    private static final class Story {
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final MessageLog log;
        private final Account account;
        private final DcName home;
        private final Gateway gateway;

        Story(Simulation simulation, int size) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, size, Protocol.PRODUCTION);
            this.cluster.calm();
            this.account = cluster.account();
            this.home = cluster.names().get((int) (simulation.seed() % size));
            this.log = new MessageLog(simulation.scenario().time());
            this.gateway = cluster.gateway("gateway", home, log, ENDLESS);
            assertThat(gateway.buckets().create(account, ObjectScenario.BUCKET))
                    .isInstanceOf(CreateResult.Created.class);
            letMessagesArrive();
        }

        void put(int length) throws IOException {
            TextBody body = new TextBody("first", length);
            Measured<PutResult> put = measured(() -> stored(body));
            assertThat(put.result()).isInstanceOf(PutResult.Stored.class);
            int waitedFor = isInline(length) ? quorums().fast() : cluster.names().size();
            assertOneRoundTrip(put, waitedFor, waitedFor);
            assertThat(awaited(put))
                    .as("seed %d", simulation.seed())
                    .allMatch(sent -> sent.what().equals("PreAccept") || sent.isUpload())
                    .allMatch(sent -> sent.nanos() - put.from() < log.shortest().toNanos());
        }

        void get(int length) throws IOException {
            TextBody body = new TextBody("first", length);
            assertThat(stored(body)).isInstanceOf(PutResult.Stored.class);
            letMessagesArrive();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Measured<GetResult> get = measured(() -> read(bytes));
            assertThat(bytes.toByteArray()).isEqualTo(body.bytes());
            int fragmentsFrom = isInline(length) ? 0 : cluster.names().size();
            int atMost = Math.max(quorums().classic(), fragmentsFrom);
            assertOneRoundTrip(get, quorums().classic(), atMost);
            assertThat(get.sent(log))
                    .as("seed %d", simulation.seed())
                    .filteredOn(MessageLog.Sent::crosses)
                    .allMatch(sent -> sent.what().equals("Read") || sent.isFragmentRead())
                    .allMatch(sent -> sent.nanos() - get.from() < log.shortest().toNanos());
        }

        private Quorums quorums() {
            return Quorums.of(cluster.names().size());
        }

        private static boolean isInline(int length) {
            return length < SimulatedCluster.INLINE_BELOW;
        }

        private PutResult stored(TextBody body) throws IOException {
            return gateway.objects()
                    .put(
                            new PutRequest(target(), new WriteCondition.None(), Map.of(), Map.of()),
                            body);
        }

        private GetResult read(ByteArrayOutputStream bytes) throws IOException {
            GetResult result = gateway.objects().get(new GetRequest(target(), true));
            assertThat(result).isInstanceOf(GetResult.Found.class);
            try (var object = ((GetResult.Found) result).object()) {
                object.writeTo(bytes, 0, object.manifest().size());
            }
            return result;
        }

        private Target target() {
            return new Target(
                    account,
                    ObjectScenario.BUCKET,
                    "key",
                    OpId.random(simulation.scenario().random()));
        }

        private <T> Measured<T> measured(ScopedValue.CallableOp<T, IOException> operation)
                throws IOException {
            Trace trace = new Trace();
            Time time = simulation.scenario().time();
            long from = time.nanos();
            T result = trace.record(operation);
            long to = time.nanos();
            return new Measured<>(result, trace, Duration.ofNanos(to - from), from, to);
        }

        /** Bounds: the nearest so many data centers had, or may have had, to answer. */
        private void assertOneRoundTrip(Measured<?> measured, int atLeast, int atMost) {
            assertThat(measured.trace().roundTrips()).as("seed %d", simulation.seed()).isEqualTo(1);
            assertThat(measured.took())
                    .as("seed %d", simulation.seed())
                    .isGreaterThanOrEqualTo(wayTo(atLeast).multipliedBy(2))
                    .isLessThan(wayTo(atMost).plus(log.shortest()).multipliedBy(2));
        }

        private Duration wayTo(int count) {
            return log.wayTo(home, cluster.names(), count);
        }

        /** Returns what was sent to other data centers before the acknowledgement, but for news. */
        private List<MessageLog.Sent> awaited(Measured<?> measured) {
            return measured.sent(log).stream()
                    .filter(MessageLog.Sent::crosses)
                    .filter(sent -> !sent.isNews())
                    .toList();
        }

        private void letMessagesArrive() {
            simulation.scenario().time().sleep(HOUR);
        }
    }
}
