package io.giza.standalone.config;

import io.giza.fragment.FragmentServiceApplication;
import io.giza.gateway.GatewayServiceApplication;
import io.giza.gc.GcWorkerApplication;
import io.giza.metadata.MetadataServiceApplication;
import io.giza.recovery.RecoveryWorkerApplication;
import io.giza.service.configuration.ConfigurationCheck;

import org.springframework.boot.SpringApplication;

import java.util.function.Supplier;

/** The five services of a data center, in the order in which they start. */
public enum Service {
    METADATA(
            "metadata",
            1,
            MetadataServiceApplication::application,
            MetadataServiceApplication::check),
    FRAGMENTS(
            "fragments",
            2,
            FragmentServiceApplication::application,
            FragmentServiceApplication::check),
    GATEWAY("gateway", 0, GatewayServiceApplication::application, GatewayServiceApplication::check),
    GC("gc-worker", 3, GcWorkerApplication::application, GcWorkerApplication::check),
    RECOVERY(
            "recovery-worker",
            4,
            RecoveryWorkerApplication::application,
            RecoveryWorkerApplication::check);

    private final String label;
    private final int portOffset;
    private final Supplier<SpringApplication> application;
    private final Supplier<ConfigurationCheck> check;

    Service(
            String label,
            int portOffset,
            Supplier<SpringApplication> application,
            Supplier<ConfigurationCheck> check) {
        this.label = label;
        this.portOffset = portOffset;
        this.application = application;
        this.check = check;
    }

    /** Returns what it is called in messages. */
    public String label() {
        return label;
    }

    /** Returns its place in the data center's block of ten ports. */
    int portOffset() {
        return portOffset;
    }

    /** Returns its Spring Boot application, with the defaults that its own main would give it. */
    public SpringApplication application() {
        return application.get();
    }

    /** Returns what checks its configuration. */
    public ConfigurationCheck check() {
        return check.get();
    }
}
