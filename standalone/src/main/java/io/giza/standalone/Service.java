package io.giza.standalone;

import io.giza.fragment.FragmentServiceApplication;
import io.giza.gateway.GatewayServiceApplication;
import io.giza.gc.GcWorkerApplication;
import io.giza.metadata.MetadataServiceApplication;
import io.giza.recovery.RecoveryWorkerApplication;

import org.springframework.boot.SpringApplication;

import java.net.URL;
import java.util.Map;
import java.util.Objects;

/** The five services of a data center, in the order in which they start. */
enum Service {
    METADATA(
            "metadata", 1, MetadataServiceApplication.class, MetadataServiceApplication.defaults()),
    FRAGMENTS("fragments", 2, FragmentServiceApplication.class, Map.of()),
    GATEWAY("gateway", 0, GatewayServiceApplication.class, GatewayServiceApplication.defaults()),
    GC("gc-worker", 3, GcWorkerApplication.class, Map.of()),
    RECOVERY("recovery-worker", 4, RecoveryWorkerApplication.class, Map.of());

    private final String label;
    private final int portOffset;
    private final Class<?> application;
    private final Map<String, Object> defaults;

    Service(String label, int portOffset, Class<?> application, Map<String, Object> defaults) {
        this.label = label;
        this.portOffset = portOffset;
        this.application = application;
        this.defaults = defaults;
    }

    /** Returns what it is called in messages. */
    String label() {
        return label;
    }

    /** Returns its place in the data center's block of ten ports. */
    int portOffset() {
        return portOffset;
    }

    /** Returns its Spring Boot application, with the defaults that its own main would give it. */
    SpringApplication application() {
        SpringApplication spring = new SpringApplication(application);
        spring.setDefaultProperties(defaults);
        return spring;
    }

    /**
     * Returns the location of the {@code application.yaml} that lies beside its application class.
     * In one JVM all services share a class path, on which that name alone finds the first one's.
     */
    String ownConfiguration() {
        String path = application.getName().replace('.', '/') + ".class";
        URL location = Objects.requireNonNull(application.getResource("/" + path), path);
        String text = location.toString();
        return "optional:" + text.substring(0, text.length() - path.length()) + "application.yaml";
    }
}
