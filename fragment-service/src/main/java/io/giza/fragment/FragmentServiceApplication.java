package io.giza.fragment;

import io.giza.service.ServiceProcess;
import io.giza.service.configuration.ConfigurationCheck;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

import java.util.List;
import java.util.Map;

/** The fragment service as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(FragmentServiceConfiguration.class)
public class FragmentServiceApplication {
    /** Returns it with its defaults, for whoever starts it within another process. */
    public static SpringApplication application() {
        return ServiceProcess.application(
                FragmentServiceApplication.class,
                ServiceProcess.defaults(
                        "fragment-service",
                        9002,
                        // Spring's metrics of disks are of the one that the store is on.
                        Map.of(
                                "management.metrics.system.diskspace.paths",
                                "${giza.fragment.data-dir:giza-data/fragments}")));
    }

    /** Returns what checks its configuration. */
    public static ConfigurationCheck check() {
        return ServiceProcess.check("fragment-service", List.of(FragmentProperties.class), _ -> {});
    }

    /** Runs the service until it is told to stop. */
    public static void main(String[] arguments) {
        ServiceProcess.run(application(), check(), arguments);
    }
}
