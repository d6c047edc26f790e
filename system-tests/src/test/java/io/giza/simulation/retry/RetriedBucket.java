package io.giza.simulation.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.lock.BucketLock;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.record.BucketRecordCodec;
import io.giza.replica.Account;
import io.giza.simulation.cluster.ClientRetry;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** A bucket in a calm cluster, and a client that retries before its first attempt arrives. */
final class RetriedBucket {
    static final String NAME = "bucket";

    /**
     * A client that retries while its first attempt is delayed.
     *
     * @param ahead how far its clock is ahead of the gateways' clocks
     * @param pause the time before the retry
     */
    record Client(Duration ahead, Duration pause) {
        void run(Consumer<RetriedBucket> acts) {
            Seeds.simulate(
                    3,
                    simulation -> {
                        RetriedBucket run = new RetriedBucket(simulation, this);
                        simulation
                                .surroundings("gateway")
                                .tasks()
                                .fork("acts", () -> acts.accept(run));
                        simulation.join("gateway");
                    });
        }
    }

    private final Client client;
    private final Gateway gateway;
    final Account account;
    final BucketService buckets;

    RetriedBucket(Simulation simulation, Client client) {
        this.client = client;
        SimulatedCluster cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.stopFailures();
        Network calm = new Network(simulation.surroundings("calm"), FaultPlan.CALM);
        this.gateway =
                cluster.gateway(
                        "gateway",
                        cluster.names().getFirst(),
                        Reach.over(calm, calm),
                        GatewaySettings.DEFAULT);
        this.account = cluster.account();
        this.buckets = gateway.buckets();
    }

    /** Answers a retry, does something later, and delivers the first attempt. */
    void holdBack(
            BiFunction<RetriedBucket, ClientOperation, ?> operation,
            Class<?> answer,
            Runnable later) {
        ClientOperation first = first();
        pause(client.pause());
        assertThat(operation.apply(this, ClientRetry.of(first))).isInstanceOf(answer);
        later.run();
        assertThat(operation.apply(this, first)).isInstanceOf(Unavailable.class);
    }

    /** Answers a first attempt, does something later, and delivers a retry. */
    void repeat(
            BiFunction<RetriedBucket, ClientOperation, ?> operation,
            Class<?> answer,
            Runnable later) {
        ClientOperation first = first();
        assertThat(operation.apply(this, first)).isInstanceOf(answer);
        later.run();
        pause(client.pause());
        assertThat(operation.apply(this, ClientRetry.of(first))).isInstanceOf(answer);
    }

    void pause(Duration time) {
        gateway.surroundings().time().sleep(time);
    }

    /** Returns a retry that is signed now. */
    ClientOperation retry(ClientOperation first) {
        return new ClientOperation(first.id(), true, first().sentAt());
    }

    ClientOperation first() {
        return ClientRetry.first(gateway.surroundings(), client.ahead());
    }

    ClientOperation once() {
        return ClientOperation.once(gateway.surroundings().random());
    }

    CreateResult create() {
        return create(once());
    }

    CreateResult create(ClientOperation operation) {
        return buckets.create(account, NAME, operation);
    }

    RemoveResult delete() {
        return delete(once());
    }

    RemoveResult delete(ClientOperation operation) {
        return buckets.delete(account, NAME, operation);
    }

    VersioningResult version(Versioning versioning) {
        VersioningResult result = version(versioning, once());
        assertThat(result).isInstanceOf(VersioningResult.Changed.class);
        return result;
    }

    VersioningResult version(Versioning versioning, ClientOperation operation) {
        return buckets.setVersioning(account, NAME, versioning, operation);
    }

    VersioningResult lock(ClientOperation operation) {
        return buckets.setLock(account, NAME, BucketLock.ENABLED, operation);
    }

    PutResult put() {
        PutRequest request =
                new PutRequest(
                        new Target(account, NAME, "key", once()),
                        new WriteCondition.None(),
                        Map.of(),
                        Map.of());
        try {
            return gateway.objects().put(request, new TextBody("text", 20));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void empty() {
        Target target = new Target(account, NAME, "key", once());
        gateway.objects().delete(new DeleteRequest(target, new WriteCondition.None()));
    }

    /** Takes the first step of a deletion, whose gateway dies then. */
    void beginDeletion(ClientOperation operation) {
        ObjectKey key = ObjectKey.ofBucketRecord(NAME);
        Deadline deadline = gateway.surroundings().time().after(Duration.ofSeconds(10));
        var read = (VersionReader.Latest) gateway.metadata().reader().read(key, deadline);
        Row row = read.row();
        BucketRecord deleting =
                BucketRecordCodec.decode(row.last().orElseThrow().value())
                        .withState(BucketRecord.State.DELETING);
        Value value =
                new Value(
                        BucketRecordCodec.formatOf(deleting),
                        PutId.random(gateway.surroundings().random()),
                        row.fence(),
                        operation.id().ofAttempt(operation.sentAt(), false),
                        new Command.Put(Mode.UNVERSIONED, BucketRecordCodec.encode(deleting)));
        assertThat(
                        gateway.metadata()
                                .committer()
                                .append(key, Draft.after(row, value), row, null, deadline))
                .isInstanceOf(CommitResult.Committed.class);
    }

    FindResult find() {
        return buckets.find(account, NAME);
    }
}
