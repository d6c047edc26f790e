package io.giza.metadata;

import io.giza.service.ServiceProcess;
import io.giza.service.configuration.ConfigurationCheck;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

import java.util.List;
import java.util.Map;

/** The metadata-service as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(MetadataServiceConfiguration.class)
public class MetadataServiceApplication {
    /** Returns it with its defaults, for whoever starts it within another process. */
    public static SpringApplication application() {
        return ServiceProcess.application(
                MetadataServiceApplication.class,
                ServiceProcess.defaults(
                        "metadata-service",
                        9001,
                        // Spring's metrics of disks are of the one that the store is on.
                        Map.of(
                                "management.metrics.system.diskspace.paths",
                                "${giza.metadata.data-dir:giza-data/metadata}")));
    }

    /** Returns what checks its configuration. */
    public static ConfigurationCheck check() {
        return ServiceProcess.check("metadata-service", List.of(MetadataProperties.class), _ -> {});
    }

    /** Runs the service until it is told to stop. */
    public static void main(String[] arguments) {
        ServiceProcess.run(application(), check(), arguments);
    }
}
