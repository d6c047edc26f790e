package io.giza.simulation.topology;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.epoch.Backend;
import io.giza.gateway.epoch.EpochBuckets;
import io.giza.gateway.epoch.EpochObjects;
import io.giza.gateway.epoch.EpochRetry;
import io.giza.gateway.epoch.EpochUploads;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.UploadService;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.replica.Account;
import io.giza.replica.Topology;
import io.giza.simulation.cluster.GatewayServices;
import io.giza.topology.LiveTopology;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** A gateway that takes up each epoch of the topology, with the services of production. */
record EpochGateway(
        Surroundings surroundings,
        LiveTopology<Backend> topology,
        ObjectService objects,
        BucketService buckets,
        UploadService uploads)
        implements GatewayServices {
    private static final Duration LEARNING = Duration.ofSeconds(2);

    /** Starts a gateway with the first topology of a cluster. */
    static EpochGateway start(MovingCluster cluster, DcName home, Surroundings surroundings) {
        return start(cluster, home, surroundings, UnaryOperator.identity());
    }

    /**
     * Starts a gateway with the first topology of a cluster.
     *
     * @param change changes what it does its work with in each epoch
     */
    static EpochGateway start(
            MovingCluster cluster,
            DcName home,
            Surroundings surroundings,
            UnaryOperator<Backend> change) {
        AtomicReference<Cluster> previous = new AtomicReference<>();
        var topology =
                new LiveTopology<>(
                        cluster.first(),
                        next -> {
                            var made = cluster.reach(home, next, surroundings);
                            Backend work = change.apply(made.work());
                            Cluster before = previous.getAndSet(work.cluster());
                            if (before != null) {
                                work.cluster().suspicion().continueFrom(before.suspicion());
                                work.cluster().dataSuspicion().continueFrom(before.dataSuspicion());
                            }
                            return new LiveTopology.Reach<>(made.metadata(), made.stores(), work);
                        });
        EpochRetry epochs = new EpochRetry(topology, surroundings.time());
        return new EpochGateway(
                surroundings,
                topology,
                new EpochObjects(epochs),
                new EpochBuckets(epochs),
                new EpochUploads(epochs));
    }

    /** Creates a bucket, and asks until it is told that the account has it: it is decided. */
    BucketId createUntilDecided(Account account, String name) {
        while (true) {
            ClientOperation once = ClientOperation.once(surroundings.random());
            if (buckets.create(account, name, once)
                    instanceof BucketService.CreateResult.AlreadyYours yours) {
                return yours.bucket().id();
            }
        }
    }

    /** Takes up a later topology if there is one, and tells whether it did. */
    boolean learn() {
        return topology.learn(surroundings.time().after(LEARNING));
    }

    Topology current() {
        return topology.topology();
    }
}
