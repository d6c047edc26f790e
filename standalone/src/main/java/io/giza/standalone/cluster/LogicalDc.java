package io.giza.standalone.cluster;

import io.giza.standalone.config.DataFolder;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.config.Service;

import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;

import java.net.BindException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/** The services of one logical data center, each in a Spring context and on a port of its own. */
final class LogicalDc {
    private final int index;
    private final ServiceSettings settings;
    private final Function<Service, ConfigurableApplicationContext> starter;
    private final Map<Service, ConfigurableApplicationContext> contexts =
            new EnumMap<>(Service.class);

    LogicalDc(int index, ServiceSettings settings) {
        this(
                index,
                settings,
                service -> service.application().run(settings.arguments(index, service)));
    }

    /** Starts services in another way. */
    LogicalDc(
            int index,
            ServiceSettings settings,
            Function<Service, ConfigurableApplicationContext> starter) {
        this.index = index;
        this.settings = settings;
        this.starter = starter;
    }

    /**
     * Whether every service is up: one may have ended by itself, since its store must not serve.
     */
    synchronized boolean isRunning() {
        return Arrays.stream(Service.values()).allMatch(this::isRunning);
    }

    private boolean isRunning(Service service) {
        @Nullable ConfigurableApplicationContext context = contexts.get(service);
        return context != null && context.isActive();
    }

    /**
     * Starts a service that is not running.
     *
     * @throws RefusedException if it does not start
     */
    void start(Service service) {
        synchronized (this) {
            if (isRunning(service)) {
                return;
            }
        }
        ConfigurableApplicationContext context = run(service);
        synchronized (this) {
            contexts.put(service, context);
        }
    }

    /** Stops a service; requests under way are answered first, for at most five seconds. */
    void stop(Service service) {
        @Nullable ConfigurableApplicationContext context;
        synchronized (this) {
            context = contexts.remove(service);
        }
        if (context != null) {
            context.close();
        }
    }

    private ConfigurableApplicationContext run(Service service) {
        // Spring looks for classes with the thread's loader, and not every thread that gets here
        // has one that sees into the packed application.
        Thread.currentThread().setContextClassLoader(Service.class.getClassLoader());
        try {
            return starter.apply(service);
        } catch (RuntimeException e) {
            throw refusal(service, e);
        }
    }

    private RefusedException refusal(Service service, RuntimeException failure) {
        String name = service.label() + " of dc" + (index + 1);
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof BindException) {
            int port = settings.ports().get().of(index, service);
            return new RefusedException(
                    "port "
                            + port
                            + " ("
                            + name
                            + ") is taken: stop what listens there or move all ports with --port.",
                    failure);
        }
        return new RefusedException(
                name
                        + " did not start: "
                        + root.getMessage()
                        + " (more in "
                        + settings.options().dataDir().resolve(DataFolder.LOG)
                        + ")",
                failure);
    }
}
