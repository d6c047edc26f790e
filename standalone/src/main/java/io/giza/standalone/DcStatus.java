package io.giza.standalone;

import io.giza.model.DcName;

import java.net.URI;

/**
 * One logical data center of a running cluster.
 *
 * @param name its name
 * @param running whether its services are up
 * @param s3 the endpoint of its gateway
 * @param metadata the endpoint of its metadata-service
 * @param fragments the endpoint of its fragment-service
 * @param gc the endpoint of its gc-worker
 * @param recovery the endpoint of its recovery-worker
 */
public record DcStatus(
        String name, boolean running, URI s3, URI metadata, URI fragments, URI gc, URI recovery) {
    static DcStatus of(DcName name, boolean running, int index, PortBlocks ports) {
        return new DcStatus(
                name.value(),
                running,
                ports.endpoint(index, Service.GATEWAY),
                ports.endpoint(index, Service.METADATA),
                ports.endpoint(index, Service.FRAGMENTS),
                ports.endpoint(index, Service.GC),
                ports.endpoint(index, Service.RECOVERY));
    }

    /** Returns where the gateway answers its health. */
    public URI health() {
        return s3.resolve("/_giza/health");
    }
}
