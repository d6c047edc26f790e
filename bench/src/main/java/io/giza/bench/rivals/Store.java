package io.giza.bench.rivals;

import io.giza.bench.cluster.CpuMeter;
import io.giza.bench.cluster.RequestSigner;

import java.net.URI;

/**
 * A store that takes part, for as long as it is open.
 *
 * @param profile what it is
 * @param endpoint where it takes S3 requests, in path style
 * @param signer signs them
 * @param cpu the CPU time of its processes
 * @param end what has to be done when it is no longer needed
 */
record Store(Profile profile, URI endpoint, RequestSigner signer, CpuMeter cpu, Runnable end)
        implements AutoCloseable {
    /**
     * What a reader has to know of a store beside its figures.
     *
     * @param name in tables and charts
     * @param version which build
     * @param redundancy how often a byte is stored, and what may be lost
     * @param durability what is forced to disk before a put is answered
     */
    record Profile(String name, String version, String redundancy, String durability) {}

    String name() {
        return profile.name();
    }

    @Override
    public void close() {
        end.run();
    }
}
