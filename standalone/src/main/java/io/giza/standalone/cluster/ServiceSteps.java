package io.giza.standalone.cluster;

import io.giza.standalone.config.RefusedException;
import io.giza.standalone.config.Service;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;

/** Starts and stops services of several data centers. */
final class ServiceSteps {
    private ServiceSteps() {}

    /**
     * Does a step for every service, as many at a time as there are cores; all end first.
     *
     * @throws RefusedException if one was refused
     */
    static void forEachService(
            List<LogicalDc> dcs, Set<Service> services, BiConsumer<LogicalDc, Service> step) {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        List<Future<?>> steps = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (Service service : services) {
                dcs.forEach(dc -> steps.add(pool.submit(() -> step.accept(dc, service))));
            }
        }
        for (Future<?> one : steps) {
            try {
                one.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RefusedException refused
                        ? refused
                        : new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while services start or stop", e);
            }
        }
    }
}
