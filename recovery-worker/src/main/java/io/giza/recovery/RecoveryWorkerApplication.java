package io.giza.recovery;

import io.giza.service.ServiceProcess;
import io.giza.service.configuration.ConfigurationCheck;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

import java.util.List;
import java.util.Map;

/** The recovery worker as a process of its own. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(RecoveryWorkerConfiguration.class)
public class RecoveryWorkerApplication {
    /** Returns it with its defaults, for whoever starts it within another process. */
    public static SpringApplication application() {
        return ServiceProcess.application(
                RecoveryWorkerApplication.class,
                ServiceProcess.defaults("recovery-worker", 9004, Map.of()));
    }

    /** Returns what checks its configuration. */
    public static ConfigurationCheck check() {
        return ServiceProcess.check("recovery-worker", List.of(RecoveryProperties.class), _ -> {});
    }

    /** Runs the worker until it is told to stop. */
    public static void main(String[] arguments) {
        ServiceProcess.run(application(), check(), arguments);
    }
}
