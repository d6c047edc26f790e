package io.giza.gateway;

import io.giza.concurrent.Surroundings;
import io.giza.http.ServiceClient;
import io.giza.model.DcName;
import io.giza.replica.Seats;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * The ways to the data centers, whatever the topology.
 *
 * @param home the gateway's own data center
 * @param services reaches their services
 * @param readCopies whether fragments are read from copies at home, and copied there
 * @param direct the containers of those whose fragments are reached past their services
 */
record DataCenterRoutes(
        DcName home,
        ServiceClient services,
        boolean readCopies,
        DirectRoutes direct,
        ExperimentProperties experiments,
        Surroundings surroundings,
        MeterRegistry meters) {
    /** Returns how the stores of an epoch are reached. */
    DataCenterClients in(Seats seats) {
        return new DataCenterClients(this, services.with(seats), seats);
    }
}
