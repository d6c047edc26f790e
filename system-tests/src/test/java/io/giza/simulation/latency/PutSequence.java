package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.group.CommitSettings;
import io.giza.concurrent.Time;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.OpId;
import io.giza.replica.Account;
import io.giza.replica.Redundancy;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.sim.Simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;

/** Puts of new objects through a gateway in the first data center, with production's settings. */
final class PutSequence {
    static final Duration HEDGE = Duration.ofMillis(500);

    final Gateway gateway;
    Account account;
    private final Simulation simulation;
    private final Time time;
    private final int length;
    private int keys;

    /**
     * Creates the bucket.
     *
     * @param reach how the gateway reaches data centers
     * @param length the bytes of each object
     */
    PutSequence(Simulation simulation, SimulatedCluster cluster, Reach reach, int length) {
        this.simulation = simulation;
        this.time = simulation.scenario().time();
        this.length = length;
        this.account = cluster.account().with(Redundancy.DEFAULT);
        GatewaySettings settings =
                new GatewaySettings(
                        CommitSettings.DEFAULTS.withHedge(HEDGE),
                        RequestSettings.DEFAULTS,
                        Duration.ofSeconds(5));
        this.gateway = cluster.gateway("gateway", cluster.names().getFirst(), reach, settings);
        gateway.createUntilDecided(account, "bucket");
    }

    PutResult put() {
        OpId op = OpId.random(simulation.scenario().random());
        Target target = new Target(account, "bucket", "key" + keys++, op);
        try {
            return gateway.objects()
                    .put(
                            new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of()),
                            new TextBody("kept", length));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts one object after another; each must be stored. */
    void putTimes(int times) {
        countLate(times, Duration.ZERO, () -> {});
    }

    /**
     * Puts one object after another; each must be stored.
     *
     * @param late from which duration a put counts
     * @param pause runs after each put
     * @return the number of late puts
     */
    int countLate(int times, Duration late, Runnable pause) {
        int count = 0;
        for (int i = 0; i < times; i++) {
            long began = time.nanos();
            assertThat(put()).isInstanceOf(PutResult.Stored.class);
            if (time.nanos() - began >= late.toNanos()) {
                count++;
            }
            pause.run();
        }
        return count;
    }
}
