package io.giza.simulation.version;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.OpenObject;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.record.ManifestCodec;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.SingleObject;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.FragmentReadHook;
import io.giza.simulation.fault.LostResolutions;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.version.PoisonAge;
import io.giza.version.VersionCollection;

import java.time.Duration;

/**
 * A reader learns that version 1 is the newest and, before it looks at the fragments, stands still.
 * Meanwhile versions are suspended, version 2 is put by that, and version 1 deleted and collected.
 * The reader goes on to version 2, which is called null. To say so would tell of the change, of
 * which others are not told yet.
 */
final class ReadDuringVersioningChangeScenario {
    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final Network network;
    private final Gateway writer;
    private final SingleObject object;

    private ReadDuringVersioningChangeScenario(Simulation simulation, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, 3, protocol);
        cluster.stopFailures();
        this.object = new SingleObject(simulation, cluster);
        this.network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        // No row learns that a version was seen, so the reader has to look at its fragments.
        this.writer = gateway("writer", new LostResolutions(Reach.over(network, network)));
    }

    /** Runs the scenario. */
    static void run(Simulation simulation, Protocol protocol) {
        new ReadDuringVersioningChangeScenario(simulation, protocol).exercise();
    }

    private void exercise() {
        ObjectKey key = object.create(writer);
        VersionScenario.version(writer, cluster.account(), Versioning.ENABLED);
        put("first");
        simulation.scenario().time().sleep(Duration.ofMinutes(1));
        FragmentReadHook interruption =
                new FragmentReadHook(
                        simulation, Reach.over(network, network), () -> interrupt(key));
        Gateway reader = gateway("reader", interruption);
        TextBody second = SingleObject.body("second");
        switch (object.get(reader)) {
            case GetResult.Found found -> {
                try (OpenObject opened = found.object()) {
                    check(opened.manifest().etag().equals(second.etag()), "not the newest");
                    check(versioning() == Versioning.ENABLED, "the change is told of");
                    check(opened.version().isEmpty(), "told of it as " + opened.version());
                }
            }
            case GetResult.Absent absent -> throw new AssertionError("found " + absent);
            case GetResult.Marker marker -> throw new AssertionError("found " + marker);
            case Failure failure ->
                    throw new AssertionError("no answer though all is well: " + failure);
        }
        check(interruption.happened(), "nothing came in between");
    }

    /** What happens while the reader stands still. */
    private void interrupt(ObjectKey key) {
        VersionId first = new VersionId(0, 1, cluster.oracle().chosen(key).getFirst().value().id());
        writer.surroundings()
                .tasks()
                .fork(
                        "suspends",
                        () -> writer.version(cluster.account(), "bucket", Versioning.SUSPENDED));
        simulation.scenario().time().sleep(Duration.ofMillis(200));
        put("second");
        check(
                Mode.of(cluster.oracle().chosen(key).get(1).value()).isNull(),
                "not put by the change");
        check(
                writer.objects().delete(DeleteRequest.of(object.target(), first))
                        instanceof DeleteResult.Done,
                "not deleted");
        check(
                new VersionCollection(writer.versions(), ManifestCodec.NEWEST_FORMAT)
                                .collect(key, first, PoisonAge.YOUNG)
                        instanceof VersionCollection.Collected,
                "not collected");
    }

    private Versioning versioning() {
        return writer.buckets().find(cluster.account(), "bucket")
                        instanceof FindResult.Found(BucketService.Bucket found)
                ? found.versioning()
                : Versioning.UNVERSIONED;
    }

    private void put(String text) {
        check(object.put(writer, text) instanceof PutResult.Stored, "not stored: " + text);
    }

    private Gateway gateway(String name, Reach reach) {
        return cluster.gateway(name, cluster.names().getFirst(), reach, GatewaySettings.DEFAULT);
    }
}
