package io.giza.metadata;

import io.giza.config.LogLines;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.context.ApplicationListener;
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
            Map.ofEntries(
                    Map.entry("spring.application.name", "metadata-service"),
                    Map.entry("spring.threads.virtual.enabled", "true"),
                    Map.entry("spring.main.banner-mode", "off"),
                    Map.entry("logging.pattern.console", LogLines.PATTERN),
                    Map.entry("server.address", "127.0.0.1"),
                    Map.entry("server.port", "9001"),
                    Map.entry("server.shutdown", "graceful"),
                    Map.entry(
                            "management.endpoints.web.exposure.include",
                            "health,metrics,prometheus"),
                    Map.entry("management.observations.enable.http.server.requests", "false"),
                    // It logs every row that is absent as an error, and quotes answers. Failures
                    // are ours to tell.
                    Map.entry("logging.level.com.azure", "off"));

    /** Returns the defaults, for whoever starts the service within another process. */
    public static Map<String, Object> defaults() {
        return DEFAULTS;
    }

    /** Runs the service until it is told to stop. */
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(MetadataServiceApplication.class);
        application.setDefaultProperties(DEFAULTS);
        application.addListeners(new EndWhenBroken());
        application.run(arguments);
    }

    /** Ends the process when its store must not serve, and says so by its exit code. */
    private static final class EndWhenBroken
            implements ApplicationListener<AvailabilityChangeEvent<LivenessState>> {
        @Override
        public void onApplicationEvent(AvailabilityChangeEvent<LivenessState> event) {
            if (event.getState() == LivenessState.BROKEN) {
                System.exit(1);
            }
        }
    }
}
