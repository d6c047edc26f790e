package io.giza.standalone;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/** A running cluster of logical data centers in this JVM. */
public final class StandaloneCluster implements AutoCloseable {
    private final DataFolder folder;
    private final StandaloneOptions options;
    private final PortBlocks ports;
    private final String token;
    private final List<LogicalDc> dcs;
    private final ControlServer control;
    private final Emulators emulators;

    /** One data center starts or stops at a time. */
    private final Lock changes = new ReentrantLock();

    private boolean closed;

    private StandaloneCluster(DataFolder folder, StandaloneOptions options) {
        this.folder = folder;
        this.options = options;
        this.ports = PortBlocks.claim(options.port(), options.shape().dcs());
        // Last, so that a refused start leaves the folder free for another shape.
        folder.keepShape(options.shape());
        this.token = folder.token();
        this.emulators = Emulators.start(options);
        ServiceSettings settings =
                new ServiceSettings(
                        options,
                        new ServiceSettings.Secrets(token, folder.masterKey()),
                        ports,
                        emulators);
        this.dcs =
                IntStream.range(0, options.shape().dcs())
                        .mapToObj(index -> new LogicalDc(index, settings))
                        .toList();
        this.control = new ControlServer(this, ports.control(), DataFolder.freshToken());
    }

    /**
     * Starts a cluster and returns when every service answers.
     *
     * @throws RefusedException with one sentence if it cannot run; nothing is left running then
     */
    public static StandaloneCluster start(StandaloneOptions options) {
        DataFolder folder = DataFolder.open(options.dataDir());
        StandaloneCluster cluster;
        try {
            StandaloneLogging.toFile(folder.log());
            cluster = new StandaloneCluster(folder, options);
        } catch (RuntimeException e) {
            folder.close();
            throw e;
        }
        try {
            cluster.each(cluster.dcs, LogicalDc::start);
            folder.announce(cluster.control.start());
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Returns the data centers, dc1 first. */
    public List<DcStatus> endpoints() {
        return IntStream.range(0, dcs.size())
                .mapToObj(
                        index ->
                                DcStatus.of(
                                        options.shape().names().get(index),
                                        dcs.get(index).running(),
                                        index,
                                        ports))
                .toList();
    }

    /** Returns the secret every internal call carries. */
    public String clusterToken() {
        return token;
    }

    /** Returns the file of all logs. */
    public Path log() {
        return folder.log();
    }

    /**
     * Takes one data center's services down; nothing happens if they are.
     *
     * @throws RefusedException if there is none of that name
     */
    public void stopDc(String name) {
        change(name, LogicalDc::stop);
    }

    /**
     * Brings one data center's services up; nothing happens if they are.
     *
     * @throws RefusedException if there is none of that name or it does not start
     */
    public void startDc(String name) {
        change(name, LogicalDc::start);
    }

    /** Stops everything; what was acknowledged is on disk. */
    @Override
    public void close() {
        changes.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            control.close();
            try {
                each(dcs, LogicalDc::stop);
            } finally {
                emulators.close();
                folder.close();
            }
        } finally {
            changes.unlock();
        }
    }

    private void change(String name, BiConsumer<LogicalDc, Service> step) {
        List<String> names = options.shape().names().stream().map(dc -> dc.value()).toList();
        int index = names.indexOf(name);
        if (index < 0) {
            throw new RefusedException(
                    "there is no data center " + name + ": use one of " + names + ".");
        }
        changes.lock();
        try {
            if (closed) {
                throw new RefusedException("the cluster is stopping.");
            }
            each(List.of(dcs.get(index)), step);
        } finally {
            changes.unlock();
        }
    }

    /** Does a step for every service, as many at a time as there are cores; all end first. */
    private void each(List<LogicalDc> some, BiConsumer<LogicalDc, Service> step) {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        List<Future<?>> steps = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            for (Service service : Service.values()) {
                some.forEach(dc -> steps.add(pool.submit(() -> step.accept(dc, service))));
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
