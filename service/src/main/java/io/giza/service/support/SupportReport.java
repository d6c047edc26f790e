package io.giza.service.support;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * What a process tells of itself for those who look for the cause of a fault: what it is, what it
 * was told, what it counts, what its threads do, and the last lines of its log. Secrets are left
 * out of what it was told; where the value of one is in anything else, nothing is told at all.
 */
public final class SupportReport {
    /** Where services have it, for those with the cluster's token. */
    public static final String PATH = "/internal/v1/support";

    /** What has the place of a report that would have told a secret: the sentence that says so. */
    public static final String LEAK = "leak";

    private static final Logger LOG = LoggerFactory.getLogger(SupportReport.class);
    private static final List<String> SHOWN =
            List.of("giza.", "spring.", "server.", "management.", "logging.");
    private static final int MOST_CHARACTERS = 1 << 20;

    private static final Set<String> NOT_SHOWN =
            Set.of(
                    StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                    StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);

    private final ConfigurableEnvironment environment;
    private final Map<String, String> build;
    private final Supplier<String> metrics;
    private final LastLines lines;
    private final SecretValues secrets;

    /**
     * Makes it of a process.
     *
     * @param environment what it was told
     * @param build what it is
     * @param metrics what it counts, as Prometheus reads it
     * @param lines the end of its log
     */
    public SupportReport(
            ConfigurableEnvironment environment,
            Map<String, String> build,
            Supplier<String> metrics,
            LastLines lines) {
        this.environment = environment;
        this.build = Map.copyOf(build);
        this.metrics = metrics;
        this.lines = lines;
        this.secrets = SecretValues.of(environment);
    }

    /** Returns the report, or {@link #LEAK} alone. */
    public Map<String, Object> tell() {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("process", process());
        told.put("configuration", configuration());
        told.put("metrics", cut(metrics.get()));
        told.put("threads", threads());
        told.put("log", String.join("", lines.all()));
        for (Map.Entry<String, Object> part : told.entrySet()) {
            Optional<String> secret = secrets.findIn(String.valueOf(part.getValue()));
            if (secret.isPresent()) {
                return Map.of(
                        LEAK,
                        leak(
                                part.getKey(),
                                build.getOrDefault("service", "a service"),
                                secret.get()));
            }
        }
        return told;
    }

    /** Returns the key of a secret of this process that is in a text. */
    public Optional<String> secretIn(String text) {
        return secrets.findIn(text);
    }

    /** Returns the sentence that says where a secret would have been told, and not which it is. */
    public static String leak(String part, String service, String secret) {
        return "the value of "
                + secret
                + " is in the "
                + part
                + " of "
                + service
                + ", so nothing is given out: change that secret, and restart the process.";
    }

    private Map<String, String> process() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        Runtime memory = Runtime.getRuntime();
        Map<String, String> process = new TreeMap<>(build);
        process.put("java", System.getProperty("java.vm.version", "unknown"));
        process.put(
                "system",
                System.getProperty("os.name", "") + " " + System.getProperty("os.version"));
        process.put("processors", String.valueOf(memory.availableProcessors()));
        process.put("heap_bytes", String.valueOf(memory.totalMemory() - memory.freeMemory()));
        process.put("most_heap_bytes", String.valueOf(memory.maxMemory()));
        process.put("up_ms", String.valueOf(runtime.getUptime()));
        return process;
    }

    /** Of variables of the environment and of the JVM only what is Giza's: all else is not ours. */
    private Map<String, String> configuration() {
        Map<String, String> shown = new TreeMap<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> named
                    && !NOT_SHOWN.contains(source.getName())) {
                for (String key : named.getPropertyNames()) {
                    if (SHOWN.stream().anyMatch(key::startsWith)) {
                        shown.put(key, value(key));
                    }
                }
            }
        }
        System.getenv().keySet().stream()
                .filter(key -> key.startsWith("GIZA_"))
                .forEach(key -> shown.put(key, "set in the environment"));
        return shown;
    }

    private String value(String key) {
        return SecretValues.isSecret(key)
                ? "set"
                : String.valueOf(environment.getProperty(key, ""));
    }

    private static String cut(String text) {
        return text.length() <= MOST_CHARACTERS
                ? text
                : text.substring(0, MOST_CHARACTERS) + "\n# ... and more\n";
    }

    private static String threads() {
        try {
            return ThreadDump.take();
        } catch (IOException | RuntimeException e) {
            LOG.atWarn().setCause(e).log("the threads cannot be told");
            return "cannot be told: " + e + "\n";
        }
    }
}
