package io.giza.simulation.version;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.record.ManifestCodec;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.SingleObject;
import io.giza.simulation.fault.LostResolutions;
import io.giza.simulation.fault.StuckUploads;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.version.Abandonment;

import java.time.Duration;
import java.util.Set;

/**
 * Of a version that needs three fragments two are stored when its gateway dies. A reader that
 * cannot reach the third shows it, and no row hears of that. Then a cleaner that cannot reach the
 * second poisons the third, which is free: were the version shown without a record of it, it would
 * be given up now.
 */
public final class AbandonAfterReadScenario {
    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final SingleObject object;
    private final Network network;

    private AbandonAfterReadScenario(Simulation simulation, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, 3, protocol);
        cluster.stopFailures();
        this.object = new SingleObject(simulation, cluster);
        this.network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
    }

    /** Runs the scenario. */
    public static void run(Simulation simulation, Protocol protocol) {
        new AbandonAfterReadScenario(simulation, protocol).exercise();
    }

    private void exercise() {
        DcName second = cluster.names().get(1);
        DcName third = cluster.names().get(2);
        Gateway doomed =
                gateway(
                        "doomed",
                        new StuckUploads(
                                Reach.over(network, network),
                                Set.of(cluster.names().getFirst(), second),
                                simulation.surroundings("doomed").time()));
        ObjectKey key = object.create(doomed);
        simulation.surroundings("doomed").tasks().fork("puts", () -> object.put(doomed, "shown"));
        simulation.scenario().time().sleep(Duration.ofSeconds(1));
        simulation.crash("doomed");
        Gateway reader = gateway("reader", new LostResolutions(without("reads", third)));
        check(isFound(reader), "what decodes is not found");
        Gateway cleaner = gateway("cleaner", without("cleans", second));
        VersionId version = new VersionId(0, 1, cluster.oracle().chosen(key).get(0).value().id());
        var _ =
                new Abandonment(cleaner.versions(), ManifestCodec.NEWEST_FORMAT)
                        .settle(key, version);
        check(
                isFound(gateway("later", Reach.over(network, network))),
                "I7: shown, and given up afterwards");
    }

    /** Everything is reached but the fragments of one data center. */
    private Reach without(String name, DcName dc) {
        Network data = new Network(simulation.surroundings(name), FaultPlan.CALM);
        data.takeDown(dc, cluster.names());
        return Reach.over(network, data);
    }

    private boolean isFound(Gateway gateway) {
        GetResult result = object.get(gateway);
        if (result instanceof GetResult.Found(var found)) {
            found.close();
            return true;
        }
        return false;
    }

    private Gateway gateway(String name, Reach reach) {
        return cluster.gateway(name, cluster.names().getFirst(), reach, GatewaySettings.DEFAULT);
    }
}
