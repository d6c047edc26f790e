package io.giza.metadata;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

import java.util.Map;

/** The metadata-service as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(MetadataServiceConfiguration.class)
public class MetadataServiceApplication {
    /**
     * What every metadata-service's Spring is told. It is code and not an application.yaml because
     * several services may share one class path, where only one file of that name is found.
     */
    private static final Map<String, Object> DEFAULTS =
            Map.of(
                    "spring.application.name", "metadata-service",
                    "spring.threads.virtual.enabled", "true",
                    "spring.main.banner-mode", "off",
                    "server.address", "127.0.0.1",
                    "server.port", "9001",
                    "server.shutdown", "graceful",
                    "management.endpoints.web.exposure.include", "health,metrics,prometheus",
                    "management.observations.enable.http.server.requests", "false");

    /** Returns the defaults, for whoever starts the service within another process. */
    public static Map<String, Object> defaults() {
        return DEFAULTS;
    }

    /** Runs the service until it is told to stop. */
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(MetadataServiceApplication.class);
        application.setDefaultProperties(DEFAULTS);
        application.run(arguments);
    }
}
