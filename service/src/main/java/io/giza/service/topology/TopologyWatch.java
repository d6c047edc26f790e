package io.giza.service.topology;

import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.replica.Topology;
import io.giza.service.watch.RepeatedLook;
import io.giza.topology.LiveTopology;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;

/** Looks every few seconds whether the cluster decided a later topology, and has it taken up. */
public final class TopologyWatch {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final LiveTopology<?> topology;
    private final ClusterConfiguration configured;
    private final Surroundings surroundings;
    private final Runnable onChange;
    private Topology known;

    private TopologyWatch(
            LiveTopology<?> topology,
            ClusterConfiguration configured,
            Surroundings surroundings,
            Runnable onChange) {
        this.topology = topology;
        this.configured = configured;
        this.surroundings = surroundings;
        this.onChange = onChange;
        this.known = topology.topology();
    }

    /**
     * Returns what watches for a process.
     *
     * @param configured what the process was started with
     * @param onChange runs after another topology was taken up
     */
    public static RepeatedLook over(
            LiveTopology<?> topology,
            ClusterConfiguration configured,
            Surroundings surroundings,
            Runnable onChange) {
        TopologyWatch watch = new TopologyWatch(topology, configured, surroundings, onChange);
        return new RepeatedLook("topology", () -> INTERVAL, surroundings, watch::look);
    }

    private void look() {
        topology.learn(surroundings.time().after(PATIENCE));
        tell();
    }

    private void tell() {
        Topology now = topology.topology();
        if (now.equals(known)) {
            return;
        }
        known = now;
        LOG.atInfo()
                .addKeyValue("epoch", now.epoch())
                .addKeyValue("configured", configured.topology().epoch())
                .log("The cluster's topology is taken up");
        onChange.run();
    }
}
