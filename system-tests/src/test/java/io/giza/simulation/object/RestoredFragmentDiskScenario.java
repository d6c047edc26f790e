package io.giza.simulation.object;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.commit.rollback.ProgressNotes;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.OpId;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.LostResolutions;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The disk of dc2's fragments is put back as it was before a put was acknowledged that has
 * fragments in dc1 and dc2 alone, and of which no row heard that it is visible. Were dc2 to say
 * that its fragment is absent, a reader would pass over what was acknowledged.
 */
public final class RestoredFragmentDiskScenario {
    private static final DcName FIRST = new DcName("dc1");
    private static final DcName OLDER = new DcName("dc2");
    private static final DcName THIRD = new DcName("dc3");

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final Network data;
    private final DiskFragmentStore older;
    private final Gateway gateway;

    private RestoredFragmentDiskScenario(Simulation simulation, Protocol protocol, Path folder) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, 3, protocol);
        cluster.stopFailures();
        this.data = new Network(simulation.surroundings("data"), FaultPlan.CALM);
        this.older = new DiskFragmentStore(OLDER, simulation, protocol.disks(), folder);
        older.process()
                .setNotes(
                        new ProgressNotes(
                                1,
                                cluster.dataCenters().values().stream()
                                        .map(SimulatedCluster.DataCenter::metadata)
                                        .toList(),
                                simulation.surroundings("guard")));
        Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        this.gateway =
                cluster.gateway(
                        "gateway",
                        FIRST,
                        new LostResolutions(new OnDisk(Reach.over(network, data))),
                        GatewaySettings.DEFAULT,
                        1);
        check(
                gateway.create(cluster.account(), "bucket") instanceof CreateResult.Created,
                "no bucket");
    }

    /** A read has no answer rather than an older one, and the store says what is wrong with it. */
    public static void areNotServed(Simulation simulation, Protocol protocol) {
        try {
            Path folder = Files.createTempDirectory("giza-older-");
            try {
                new RestoredFragmentDiskScenario(
                                simulation, protocol, folder.resolve(OLDER.value()))
                        .run();
            } finally {
                FragmentDisks.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run() throws IOException {
        put("first");
        check(older.process().round().isEmpty(), "nobody knows better");
        SortedMap<Path, Integer> copy = older.process().copy();
        data.isolate(THIRD, cluster.names());
        put("second");
        check(older.process().round().isEmpty(), "nobody knows better");

        older.process().putBack(copy);
        data.heal();
        Optional<String> disproof = older.process().round();
        GetResult read = gateway.objects().get(new GetRequest(target(), true));
        check(read instanceof Failure.Unavailable, "an acknowledged put is passed over: " + read);
        check(
                disproof.orElse("").contains("it is an older copy of itself"),
                "not noticed: " + disproof);
    }

    private void put(String text) {
        PutRequest request =
                new PutRequest(target(), new WriteCondition.None(), Map.of(), Map.of());
        try {
            PutResult result = gateway.objects().put(request, new TextBody(text, 1000));
            check(result instanceof PutResult.Stored, "not stored: " + result);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Target target() {
        return new Target(
                cluster.account(), "bucket", "key", OpId.random(simulation.scenario().random()));
    }

    /** Reaches dc2's fragments on their disk. */
    private final class OnDisk implements Reach {
        private final Reach reach;

        OnDisk(Reach reach) {
            this.reach = reach;
        }

        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return reach.metadata(from, replica);
        }

        @Override
        public FragmentStore fragments(DcName from, FragmentStore store) {
            return reach.fragments(from, store.dc().equals(OLDER) ? older : store);
        }
    }
}
