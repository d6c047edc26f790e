package io.giza.standalone.config;

import io.giza.model.DcName;

import java.net.URI;

/**
 * One logical data center of a running cluster.
 *
 * @param name its name
 * @param running whether its services are up
 * @param lost whether all that it stored is gone; then it cannot be started, only replaced
 * @param s3 the endpoint of its gateway
 * @param metadata the endpoint of its metadata-service
 * @param fragments the endpoint of its fragment-service
 * @param gc the endpoint of its gc-worker
 * @param recovery the endpoint of its recovery-worker
 */
public record DcStatus(
        String name,
        boolean running,
        boolean lost,
        URI s3,
        URI metadata,
        URI fragments,
        URI gc,
        URI recovery) {
    /**
     * Returns the data center with the endpoints that its block of ports gives it.
     *
     * @param index its place among the data centers, from 0
     */
    public static DcStatus of(
            DcName name, boolean running, boolean lost, int index, PortBlocks ports) {
        return new DcStatus(
                name.value(),
                running,
                lost,
                ports.endpoint(index, Service.GATEWAY),
                ports.endpoint(index, Service.METADATA),
                ports.endpoint(index, Service.FRAGMENTS),
                ports.endpoint(index, Service.GC),
                ports.endpoint(index, Service.RECOVERY));
    }

    /** Returns {@code up}, {@code down} or {@code lost}. */
    public String state() {
        return lost ? "lost" : running ? "up" : "down";
    }

    /** Returns where the gateway answers its health. */
    public URI health() {
        return s3.resolve("/_giza/health");
    }
}
