package io.giza.service;

import io.giza.service.configuration.ConfigurationCheck;
import io.giza.service.configuration.ConfigurationCheck.Told;
import io.giza.service.tracing.TracingProperties;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.context.ApplicationListener;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a service as a process of its own. */
public final class ServiceProcess {
    /** The key that excludes configurations of Spring Boot. */
    public static final String EXCLUSIONS = "spring.autoconfigure.exclude";

    /** Configurations that only the console uses. They cost a third of the work of a start. */
    private static final String EXCLUDED =
            Stream.of(
                            "actuate.autoconfigure.endpoint.jackson.Jackson2EndpointAutoConfiguration",
                            "actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration",
                            "autoconfigure.aop.AopAutoConfiguration",
                            "autoconfigure.task.TaskExecutionAutoConfiguration",
                            "autoconfigure.task.TaskSchedulingAutoConfiguration",
                            "http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration",
                            "jackson.autoconfigure.JacksonAutoConfiguration",
                            "micrometer.metrics.autoconfigure.task.TaskExecutorMetricsAutoConfiguration",
                            "micrometer.observation.autoconfigure.ObservationAutoConfiguration",
                            "micrometer.observation.autoconfigure.ScheduledTasksObservationAutoConfiguration")
                    .map("org.springframework.boot."::concat)
                    .collect(Collectors.joining(","));

    /**
     * What every service's Spring is told. It is code and not an application.yaml because several
     * services may share one class path, where only one file of that name is found.
     */
    private static final Map<String, Object> DEFAULTS =
            Map.ofEntries(
                    Map.entry("spring.threads.virtual.enabled", "true"),
                    Map.entry("spring.main.banner-mode", "off"),
                    // Services serve HTTP by themselves.
                    Map.entry("spring.main.web-application-type", "none"),
                    Map.entry(EXCLUSIONS, EXCLUDED),
                    Map.entry("logging.pattern.console", LogLines.PATTERN),
                    Map.entry("server.address", "127.0.0.1"),
                    Map.entry("server.shutdown", "graceful"),
                    Map.entry(
                            "management.endpoints.web.exposure.include",
                            "health,metrics,prometheus"),
                    Map.entry("management.endpoint.health.show-details", "never"),
                    Map.entry("management.metrics.use-global-registry", "false"),
                    // What the SDK reports is reported again where it is handled, and without what
                    // it quotes.
                    Map.entry("logging.level.com.azure", "off"),
                    Map.entry("logging.level.com.microsoft.aad", "off"),
                    Map.entry("logging.level.reactor", "off"));

    private ServiceProcess() {}

    /**
     * Returns what a service's Spring is told.
     *
     * @param name what it is called, such as "gc-worker"
     * @param port where it listens
     * @param overrides what it is told beside, which wins over what all are told
     */
    public static Map<String, Object> defaults(
            String name, int port, Map<String, Object> overrides) {
        Map<String, Object> all = new HashMap<>(DEFAULTS);
        all.put("spring.application.name", name);
        all.put("server.port", String.valueOf(port));
        all.putAll(overrides);
        return all;
    }

    /**
     * Returns what checks the configuration of a service.
     *
     * @param name what it is called, such as "gc-worker"
     * @param records what it is told, beside what all services are
     * @param more refuses what is not in the records alone
     */
    public static ConfigurationCheck check(
            String name, List<Class<?>> records, Consumer<Told> more) {
        List<Class<?>> all = new ArrayList<>(records);
        all.add(TlsProperties.class);
        all.add(TracingProperties.class);
        return new ConfigurationCheck(name, all, more);
    }

    /** Returns a service with its defaults, for whoever starts it within another process. */
    public static SpringApplication application(Class<?> service, Map<String, Object> defaults) {
        SpringApplication application = new SpringApplication(service);
        application.setDefaultProperties(defaults);
        return application;
    }

    /**
     * Runs a service until it is told to stop, or its store must not serve; or only checks what it
     * is told, where the first argument is {@link ConfigurationCheck#COMMAND}.
     */
    public static void run(
            SpringApplication service, ConfigurationCheck check, String[] arguments) {
        List<String> all = List.of(arguments);
        if (check.isAskedFor(all)) {
            System.exit(check.run(all.subList(1, all.size()), System.out));
        }
        service.addListeners(new EndWhenBroken());
        // Its threads are virtual, and would not keep the process from ending.
        service.setKeepAlive(true);
        service.run(arguments);
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
