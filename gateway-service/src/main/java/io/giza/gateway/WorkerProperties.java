package io.giza.gateway;

import io.giza.gateway.admin.Regions.Worker;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

import java.net.URI;
import java.util.EnumMap;
import java.util.Map;

/**
 * The keys {@code giza.gateway.workers.*}: where the workers of the gateway's own data center
 * listen, so that operators can ask the gateway what they do.
 *
 * @param gc the gc-worker, {@code http://host:port}; left out, operators are told that it is
 * @param recovery the recovery-worker, likewise
 */
@ConfigurationProperties("giza.gateway.workers")
record WorkerProperties(@Nullable URI gc, @Nullable URI recovery) {
    WorkerProperties {
        requireEndpoint("gc", gc);
        requireEndpoint("recovery", recovery);
    }

    Map<Worker, URI> byKind() {
        Map<Worker, URI> all = new EnumMap<>(Worker.class);
        if (gc != null) {
            all.put(Worker.GC, gc);
        }
        if (recovery != null) {
            all.put(Worker.RECOVERY, recovery);
        }
        return all;
    }

    private static void requireEndpoint(String key, @Nullable URI uri) {
        if (uri != null && !uri.toString().matches("https?://[^/?#]+:\\d{1,5}")) {
            throw new IllegalArgumentException(
                    "giza.gateway.workers."
                            + key
                            + " is '"
                            + uri
                            + "': write http://host:port or https://host:port, without path");
        }
    }
}
