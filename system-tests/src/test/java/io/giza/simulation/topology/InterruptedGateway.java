package io.giza.simulation.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.MetadataPath;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.ReplicatedBuckets;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.epoch.Backend;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.BucketService.Unavailable;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ForwardingObjects;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.OpenObject;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.replica.Account;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;
import io.giza.topology.LiveTopology;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A gateway with one bucket, whose next put or deletion of the bucket meets the end of an epoch.
 */
final class InterruptedGateway {
    static final WriteCondition ANY = new WriteCondition.None();

    private final Simulation simulation;
    private final MovingCluster cluster;
    private final Surroundings surroundings;
    private final EpochGateway gateway;
    private final Account account;
    private @Nullable Interruption next;
    private Optional<Failure> failure = Optional.empty();

    /**
     * Comes once.
     *
     * @param isAfterwards whether it comes after the change, whose answer it loses; else the change
     *     certainly fails
     */
    private record Interruption(boolean isAfterwards, Runnable act) {}

    private InterruptedGateway(Simulation simulation) {
        this.simulation = simulation;
        this.cluster = new MovingCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.calm();
        this.surroundings = simulation.surroundings("gateway");
        this.gateway =
                EpochGateway.start(
                        cluster, cluster.names().getFirst(), surroundings, this::interrupted);
        this.account =
                new Account(
                        "default",
                        cluster.names(),
                        cluster.names(),
                        new Coding.ReedSolomon(2, 1),
                        1024,
                        Account.SmallObjects.inlined(SimulatedCluster.INLINE_BELOW),
                        4);
    }

    /** Runs a test on a gateway, for several seeds. */
    static void simulate(int seeds, Consumer<InterruptedGateway> act) {
        Seeds.simulate(seeds, simulation -> new InterruptedGateway(simulation).begin(act));
    }

    private void begin(Consumer<InterruptedGateway> act) {
        surroundings
                .tasks()
                .fork(
                        "acts",
                        () -> {
                            createBucket();
                            act.accept(this);
                        });
        simulation.join("gateway");
    }

    /** The next change is done, then something happens, and its outcome is unknown. */
    void interruptAfter(Runnable act) {
        next = new Interruption(true, act);
    }

    /** Something happens instead of the next change. */
    void interruptInstead(Runnable act) {
        next = new Interruption(false, act);
    }

    /** Has all further changes fail. */
    void fail(Failure with) {
        failure = Optional.of(with);
    }

    private Backend interrupted(Backend made) {
        return new Backend(
                made.cluster(),
                made.directory(),
                new InterruptedBuckets(made.cluster(), made.directory()),
                made.rows(),
                new InterruptedObjects(made.objects()),
                made.uploads());
    }

    private Optional<Interruption> taken() {
        Optional<Interruption> taken = Optional.ofNullable(next);
        next = null;
        return taken;
    }

    private final class InterruptedBuckets extends ReplicatedBuckets {
        InterruptedBuckets(Cluster cluster, BucketDirectory directory) {
            super(cluster, directory);
        }

        @Override
        public RemoveResult delete(Account account, String name, ClientOperation operation) {
            if (failure.isPresent()) {
                return new Unavailable("the next epoch ended, too", false);
            }
            Optional<Interruption> taken = taken();
            if (taken.isEmpty()) {
                return super.delete(account, name, operation);
            }
            if (taken.get().isAfterwards()) {
                super.delete(account, name, operation);
            }
            taken.get().act().run();
            return new Unavailable("the epoch ended", taken.get().isAfterwards());
        }
    }

    private final class InterruptedObjects extends ForwardingObjects {
        InterruptedObjects(ObjectService objects) {
            super(objects);
        }

        @Override
        public PutResult put(PutRequest request, ObjectBody body) throws IOException {
            if (failure.isPresent()) {
                return failure.get();
            }
            Optional<Interruption> taken = taken();
            if (taken.isEmpty()) {
                return super.put(request, body);
            }
            if (!taken.get().isAfterwards()) {
                taken.get().act().run();
                return new Failure.Unavailable("the epoch ended");
            }
            super.put(request, body);
            taken.get().act().run();
            return new Failure.OutcomeUnknown("the epoch ended");
        }
    }

    /** An operator has a data center listen elsewhere, through another process. */
    void move() {
        Surroundings own = simulation.surroundings("operator");
        List<DcName> names = cluster.names();
        TopologyChanges changes = new TopologyChanges(cluster, List.of(names.get(2)), names.get(1));
        LiveTopology<MetadataPath> process =
                new LiveTopology<>(
                        cluster.first(),
                        each -> {
                            MetadataPath path = cluster.path(names.getFirst(), each, own);
                            return new LiveTopology.Reach<>(path, Map.of(), path);
                        });
        Inbox<Boolean> moved = surroundings.tasks().inbox(1);
        own.tasks()
                .fork(
                        "moves",
                        () -> {
                            process.change(
                                    LiveTopologyScenario.order(changes.movedOn(process.topology())),
                                    own.time().after(Duration.ofSeconds(20)));
                            moved.put(true);
                        });
        assertThat(moved.take(surroundings.time().after(Duration.ofMinutes(1)))).isPresent();
    }

    void createBucket() {
        while (!(gateway.buckets().create(account, "bucket", once())
                instanceof CreateResult.AlreadyYours)) {
            surroundings.time().sleep(Duration.ofMillis(10));
        }
    }

    RemoveResult deleteBucket() {
        return gateway.buckets().delete(account, "bucket", first());
    }

    FindResult findBucket() {
        return gateway.buckets().find("bucket");
    }

    ClientOperation first() {
        return again(OpId.random(surroundings.random()));
    }

    /** Returns a first attempt with an identity that another operation may have. */
    ClientOperation again(OpId identity) {
        Instant signed = surroundings.time().instant().truncatedTo(ChronoUnit.SECONDS);
        return new ClientOperation(identity, false, signed);
    }

    ClientOperation once() {
        return ClientOperation.once(surroundings.random());
    }

    private Target target(ClientOperation operation) {
        return new Target(account, "bucket", "key", operation);
    }

    PutResult put(ClientOperation operation, WriteCondition condition, ObjectBody body) {
        var request = new PutRequest(target(operation), condition, Map.of(), Map.of());
        try {
            return gateway.objects().put(request, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void delete() {
        assertThat(gateway.objects().delete(new DeleteRequest(target(once()), ANY)))
                .isInstanceOf(DeleteResult.Done.class);
    }

    String etag() {
        var result = gateway.objects().get(new GetRequest(target(once()), false));
        try (OpenObject object = ((GetResult.Found) result).object()) {
            return object.manifest().etag();
        }
    }

    /** Returns the number of records in the row of the object. */
    int records() {
        FindResult.Found bucket = (FindResult.Found) findBucket();
        return cluster.oracle().chosen(new ObjectKey(bucket.bucket().id(), "key")).size();
    }
}
