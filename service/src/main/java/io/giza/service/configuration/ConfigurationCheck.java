package io.giza.service.configuration;

import io.giza.config.ClusterConfiguration;

import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds what is wrong with what a service is told, without starting anything of it: the keys that
 * nobody knows, and what the records of its configuration refuse. It is here and not in the command
 * line since these records decide, and there is one of each.
 */
public final class ConfigurationCheck {
    /**
     * The argument that asks for it in place of the service; what follows are those of the service.
     */
    public static final String COMMAND = "check-configuration";

    private static final List<String> BUNDLES =
            List.of("spring.ssl.bundle.pem", "spring.ssl.bundle.jks");

    private static final Bindable<Map<String, Object>> ANYTHING =
            Bindable.mapOf(String.class, Object.class);

    private static final int FINE = 0;
    private static final int FINDING = 1;

    private final String service;
    private final List<Class<?>> records;
    private final Consumer<Told> more;
    private final boolean isOfCluster;

    /**
     * Checks a service of a cluster.
     *
     * @param service what it is called, such as "gc-worker"
     * @param records what its configuration consists of, beside the cluster
     * @param more refuses what is not in the records alone, by {@link IllegalArgumentException}
     */
    public ConfigurationCheck(String service, List<Class<?>> records, Consumer<Told> more) {
        this(service, records, more, true);
    }

    private ConfigurationCheck(
            String service, List<Class<?>> records, Consumer<Told> more, boolean isOfCluster) {
        this.service = service;
        this.records = List.copyOf(records);
        this.more = more;
        this.isOfCluster = isOfCluster;
    }

    /**
     * Checks a service that is a client of clusters, and is told nothing of one.
     *
     * @param service what it is called, such as "console-service"
     * @param records what its configuration consists of
     */
    public static ConfigurationCheck ofClient(String service, List<Class<?>> records) {
        return new ConfigurationCheck(service, records, _ -> {}, false);
    }

    /** What a service was told. */
    public static final class Told {
        private final Binder binder;
        private final Set<String> findings = new LinkedHashSet<>();

        private Told(ConfigurableEnvironment environment) {
            this.binder = Binder.get(environment);
        }

        /** Returns the cluster that it belongs to; empty if that is wrong. */
        public Optional<ClusterConfiguration> cluster() {
            return bind("giza", ClusterConfiguration.class);
        }

        /** Returns a record of configuration; empty if it is wrong. */
        public <T> Optional<T> find(Class<T> type) {
            return bind(
                    Objects.requireNonNull(type.getAnnotation(ConfigurationProperties.class))
                            .value(),
                    type);
        }

        private <T> Optional<T> bind(String prefix, Class<T> type) {
            try {
                return Optional.of(binder.bindOrCreate(prefix, type));
            } catch (BindException e) {
                findings.add(RefusedValue.sentence(e));
                return Optional.empty();
            }
        }

        /** Notes what a check refuses. */
        public void require(Runnable check) {
            try {
                check.run();
            } catch (IllegalArgumentException e) {
                findings.add(RefusedValue.ended(e.getMessage()));
            }
        }
    }

    /** Returns what the service is called. */
    public String service() {
        return service;
    }

    /** Tells whether arguments ask for the check. */
    public boolean isAskedFor(List<String> arguments) {
        return !arguments.isEmpty() && arguments.getFirst().equals(COMMAND);
    }

    /**
     * Reads what a service would be told: the files that arguments name, what these import, and the
     * environment of this process.
     *
     * @param arguments those of a service, such as {@code
     *     --spring.config.additional-location=file:/etc/giza/dc1.yaml}
     * @throws UnreadableException with a sentence, if a file cannot be read or is no YAML
     */
    public static ConfigurableEnvironment read(List<String> arguments) throws UnreadableException {
        ConfigurableEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SimpleCommandLinePropertySource(arguments.toArray(String[]::new)));
        try {
            ConfigDataEnvironmentPostProcessor.applyTo(environment);
            ConfigurationPropertySources.attach(environment);
            return environment;
        } catch (RuntimeException e) {
            // A file that is not there, one that is no YAML, an import of what does not exist: what
            // reads each of them has exceptions of its own.
            throw new UnreadableException(RefusedValue.ended(deepest(e).getMessage()), e);
        }
    }

    /** Why nothing can be checked. */
    public static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableException(String sentence, Throwable cause) {
            super(sentence, cause);
        }
    }

    private static Throwable deepest(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest;
    }

    /** Returns a sentence for each thing that is wrong, the same for the same configuration. */
    public List<String> findings(ConfigurableEnvironment environment) {
        Told told = new Told(environment);
        ConfigurationKeys.read().unknown(environment).stream()
                .map(each -> each.getMessage() + ": the nearest one is " + each.nearest() + ".")
                .forEach(told.findings::add);
        if (isOfCluster) {
            told.cluster().ifPresent(cluster -> told.require(cluster::seats));
            told.require(() -> requireBundle(environment, "giza.tls.bundle"));
        }
        told.require(() -> requireBundle(environment, "server.ssl.bundle"));
        records.forEach(told::find);
        more.accept(told);
        return new ArrayList<>(told.findings);
    }

    /** Returns the cluster that a service would belong to; empty if that is wrong. */
    public static Optional<ClusterConfiguration> cluster(ConfigurableEnvironment environment) {
        return new Told(environment).cluster();
    }

    /** Its files are not looked at: they are on the machine of the service, and come later. */
    private static void requireBundle(ConfigurableEnvironment environment, String key) {
        String name = environment.getProperty(key, "");
        Binder binder = Binder.get(environment);
        boolean isThere =
                BUNDLES.stream()
                        .anyMatch(
                                kind ->
                                        binder.bind(kind, ANYTHING)
                                                .map(all -> all.containsKey(name))
                                                .orElse(false));
        if (!name.isBlank() && !isThere) {
            throw new IllegalArgumentException(
                    key
                            + " is "
                            + name
                            + ", which is none of spring.ssl.bundle.pem.* and"
                            + " spring.ssl.bundle.jks.*: add it there, or name another");
        }
    }

    /**
     * Prints what is wrong.
     *
     * @param arguments those of the service
     * @return 0 if nothing is, or 1
     */
    public int run(List<String> arguments, PrintStream out) {
        List<String> findings;
        try {
            findings = findings(read(arguments));
        } catch (UnreadableException e) {
            findings = List.of(Objects.requireNonNull(e.getMessage()));
        }
        findings.forEach(out::println);
        if (findings.isEmpty()) {
            out.println("the configuration of the " + service + " is fine");
        }
        return findings.isEmpty() ? FINE : FINDING;
    }
}
