package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.group.CommitSettings;
import io.giza.concurrent.Time;
import io.giza.concurrent.Trace;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.paxos.Quorums;
import io.giza.replica.Account;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.object.ObjectScenario;
import io.giza.stripe.read.ByteTarget;
import io.giza.testkit.sim.Simulation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A bucket that was used lately, in data centers far apart, and one gateway. */
final class RoundTripScenario {
    private static final Duration HOUR = Duration.ofHours(1);
    static final GatewaySettings ENDLESS =
            new GatewaySettings(
                    new CommitSettings(HOUR, HOUR, Duration.ofMillis(20), Duration.ofSeconds(2)),
                    new RequestSettings(
                            HOUR,
                            HOUR,
                            HOUR,
                            HOUR,
                            RequestSettings.DEFAULTS.poll(),
                            HOUR,
                            HOUR,
                            HOUR,
                            HOUR,
                            // The bucket was used lately, however long messages take.
                            HOUR.multipliedBy(2),
                            RequestSettings.RecordOrder.PARALLEL,
                            RequestSettings.DEFAULTS.stripes()),
                    Duration.ofSeconds(2));

    /** Of what an operation took. */
    record Measured<T>(T result, Trace trace, Duration took, long from, long to) {
        /** The moments between which the operation ran are those of the message log. */
        List<MessageLog.Sent> sent(MessageLog log) {
            return log.between(from, to);
        }
    }

    final Simulation simulation;
    final SimulatedCluster cluster;
    final MessageLog log;
    final Account account;
    private final DcName home;
    final Gateway gateway;

    RoundTripScenario(Simulation simulation, int size) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, Protocol.PRODUCTION);
        this.cluster.stopFailures();
        this.account = cluster.account();
        this.home = cluster.names().get((int) (simulation.seed() % size));
        this.log = new MessageLog(simulation.scenario().time());
        this.gateway = cluster.gateway("gateway", home, log, ENDLESS);
        assertThat(gateway.create(account, ObjectScenario.BUCKET))
                .isInstanceOf(CreateResult.Created.class);
        awaitDelivery();
    }

    Quorums quorums() {
        return Quorums.of(cluster.names().size());
    }

    static boolean isInline(int length) {
        return length < SimulatedCluster.INLINE_BELOW;
    }

    PutResult stored(TextBody body) throws IOException {
        return gateway.objects()
                .put(new PutRequest(target(), new WriteCondition.None(), Map.of(), Map.of()), body);
    }

    GetResult read(ByteArrayOutputStream bytes) throws IOException {
        GetResult result = gateway.objects().get(new GetRequest(target(), true));
        assertThat(result).isInstanceOf(GetResult.Found.class);
        try (var object = ((GetResult.Found) result).object()) {
            object.writeTo(ByteTarget.of(bytes), 0, object.manifest().size());
        }
        return result;
    }

    Target target() {
        ClientOperation operation = ClientOperation.once(simulation.scenario().random());
        return new Target(account, ObjectScenario.BUCKET, "key", operation);
    }

    <T> Measured<T> measured(ScopedValue.CallableOp<T, IOException> operation) throws IOException {
        Trace trace = new Trace();
        Time time = simulation.scenario().time();
        long from = time.nanos();
        T result = trace.record(operation);
        long to = time.nanos();
        return new Measured<>(result, trace, Duration.ofNanos(to - from), from, to);
    }

    Duration oneWayTo(int count) {
        return log.oneWayTo(home, cluster.names(), count);
    }

    void awaitDelivery() {
        simulation.scenario().time().sleep(HOUR);
    }
}
