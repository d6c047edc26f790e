package io.giza.gateway;

import io.giza.gateway.epoch.Backend;
import io.giza.gateway.maintenance.MaintenanceWatch;
import io.giza.model.DcName;
import io.giza.replica.Suspicion;
import io.giza.topology.LiveTopology;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.function.Function;

/**
 * Shows which data centers are not waited for, in whichever epoch the gateway is, and at which one
 * operators work.
 *
 * @param topology the epoch
 */
record DataCenterGauges(
        LiveTopology<Backend> topology, MaintenanceWatch maintenance, MeterRegistry meters) {
    /** Shows those that are not shown yet. */
    void register() {
        for (DcName dc : topology.topology().byName().keySet()) {
            register("fragments", dc, backend -> backend.cluster().dataSuspicion());
            register("metadata", dc, backend -> backend.cluster().suspicion());
            Gauge.builder("giza.maintenance", maintenance, watch -> watch.isAt(dc) ? 1 : 0)
                    .description("1 while operators said that they work at that data center")
                    .tag("dc", dc.value())
                    .register(meters);
        }
    }

    private void register(String service, DcName dc, Function<Backend, Suspicion> suspicion) {
        Gauge.builder(
                        "giza.dc.suspected",
                        topology,
                        now -> suspicion.apply(now.work()).isSuspect(dc) ? 1 : 0)
                .description("1 while this gateway does not wait for that service")
                .tag("service", service)
                .tag("dc", dc.value())
                .register(meters);
        Gauge.builder(
                        "giza.dc.slow",
                        topology,
                        now -> suspicion.apply(now.work()).slowness().isSlow(dc) ? 1 : 0)
                .description(
                        "1 while that service stores fragments or votes far later than the others")
                .tag("service", service)
                .tag("dc", dc.value())
                .register(meters);
    }
}
