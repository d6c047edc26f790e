package io.giza.service;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.info.BuildProperties;
import org.springframework.core.env.Environment;

import java.util.Map;

/**
 * What a process is: a service of some version, made of some commit.
 *
 * @param service its name, such as "gc-worker"
 * @param version the version of Giza
 * @param commit what it was built from, "unknown" where nobody said so by {@code giza.build.commit}
 */
public record BuildInformation(String service, String version, String commit)
        implements MeterBinder {
    private static final String UNKNOWN = "unknown";

    /** Takes it from what Maven noted, if it did, and from who put the process together. */
    public static BuildInformation of(Environment environment, @Nullable BuildProperties build) {
        return new BuildInformation(
                environment.getProperty("spring.application.name", "giza"),
                build == null ? UNKNOWN : String.valueOf(build.getVersion()),
                environment.getProperty("giza.build.commit", UNKNOWN));
    }

    /** Returns it as people and scripts read it. */
    public Map<String, String> toMap() {
        return Map.of("service", service, "version", version, "commit", commit);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("giza.build", () -> 1)
                .description("1, with what this process was built from")
                .tag("version", version)
                .tag("commit", commit)
                .register(registry);
    }
}
