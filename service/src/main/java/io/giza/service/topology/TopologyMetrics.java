package io.giza.service.topology;

import io.giza.config.ClusterConfiguration;
import io.giza.replica.Topology;
import io.giza.topology.LiveTopology;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

import java.util.List;

/** Shows which topology a process works with, and which one it was started with. */
public final class TopologyMetrics implements MeterBinder {
    private final ClusterConfiguration configured;
    private final ObjectProvider<LiveTopology<?>> live;
    private @Nullable MultiGauge info;

    /** Shows the topology that is there by then, or else the configured one. */
    public TopologyMetrics(ClusterConfiguration configured, ObjectProvider<LiveTopology<?>> live) {
        this.configured = configured;
        this.live = live;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("giza.topology.epoch", () -> topology().epoch())
                .description("The epoch of the topology that this process has")
                .register(registry);
        Gauge.builder("giza.topology.configured.epoch", () -> configured.topology().epoch())
                .description("The epoch of the topology that this process was started with")
                .register(registry);
        info =
                MultiGauge.builder("giza.topology.info")
                        .description("1, with a digest of what all processes are configured alike")
                        .register(registry);
        update();
    }

    /** Shows the digest of the topology that the process has now. */
    public void update() {
        if (info != null) {
            String fingerprint = configured.with(topology()).fingerprint();
            info.register(List.of(MultiGauge.Row.of(Tags.of("fingerprint", fingerprint), 1)), true);
        }
    }

    private Topology topology() {
        LiveTopology<?> topology = live.getIfAvailable();
        return topology == null ? configured.toTopology() : topology.topology();
    }
}
