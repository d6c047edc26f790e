package io.giza.service.topology;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.replica.Topology;
import io.giza.topology.LiveTopology;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

import java.time.Duration;

/** Looks every few seconds whether the cluster decided a later topology, and has it taken up. */
public final class TopologyWatch implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final LiveTopology<?> topology;
    private final ClusterConfiguration configured;
    private final Surroundings surroundings;
    private final Runnable onChange;
    private final Inbox<Boolean> stopSignal;
    private Topology known;
    private boolean failed;
    private volatile boolean running;

    /**
     * Watches for a process.
     *
     * @param configured what the process was started with
     * @param onChange runs after another topology was taken up
     */
    public TopologyWatch(
            LiveTopology<?> topology,
            ClusterConfiguration configured,
            Surroundings surroundings,
            Runnable onChange) {
        this.topology = topology;
        this.configured = configured;
        this.surroundings = surroundings;
        this.onChange = onChange;
        this.stopSignal = surroundings.tasks().inbox(1);
        this.known = topology.topology();
    }

    @Override
    public void start() {
        running = true;
        surroundings.tasks().fork("topology", this::run);
    }

    private void run() {
        while (running) {
            look();
            stopSignal.take(surroundings.time().after(INTERVAL));
        }
    }

    private void look() {
        try {
            topology.learn(surroundings.time().after(PATIENCE));
            tell();
            failed = false;
        } catch (RuntimeException e) {
            // Nobody else would look again.
            if (!failed) {
                LOG.warn("The topology cannot be looked up", e);
            }
            failed = true;
        }
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

    @Override
    public void stop() {
        running = false;
        stopSignal.offer(true, surroundings.time().after(Duration.ZERO));
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
