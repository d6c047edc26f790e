package io.giza.gc;

import io.giza.service.ServiceProcess;
import io.giza.service.configuration.ConfigurationCheck;
import io.giza.service.webhook.NotificationProperties;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

import java.util.List;
import java.util.Map;

/** The garbage collection worker as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(GcWorkerConfiguration.class)
public class GcWorkerApplication {
    /** Returns it with its defaults, for whoever starts it within another process. */
    public static SpringApplication application() {
        return ServiceProcess.application(
                GcWorkerApplication.class, ServiceProcess.defaults("gc-worker", 9003, Map.of()));
    }

    /** Returns what checks its configuration. */
    public static ConfigurationCheck check() {
        return ServiceProcess.check(
                "gc-worker", List.of(GcProperties.class, NotificationProperties.class), _ -> {});
    }

    /** Runs the worker until it is told to stop. */
    public static void main(String[] arguments) {
        ServiceProcess.run(application(), check(), arguments);
    }
}
