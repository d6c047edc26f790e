package io.giza.service.topology;

import io.giza.cluster.ClusterClients;
import io.giza.topology.LiveTopology;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;

import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A worker that is made anew for each epoch of the topology. Its jobs of the ended epoch stop, as
 * if another process had them, and go on from what their leases say.
 *
 * @param <W> the worker
 */
public final class EpochWorker<W extends SmartLifecycle> implements SmartLifecycle {
    private final LiveTopology<ClusterClients> topology;
    private final MeterRegistry meters;
    private final Function<ClusterClients, W> factory;
    private final BooleanSupplier isPermitted;
    private final List<Gauge> gauges = new CopyOnWriteArrayList<>();
    private boolean isWanted;
    private volatile W current;
    private volatile @Nullable Thread making;

    /**
     * Makes the first one.
     *
     * @param isPermitted whether it may work: one that may not starts once it may
     * @param factory makes a worker over the data centers of an epoch, and registers its gauges
     */
    public EpochWorker(
            LiveTopology<ClusterClients> topology,
            BooleanSupplier isPermitted,
            MeterRegistry meters,
            Function<ClusterClients, W> factory) {
        this.topology = topology;
        this.isPermitted = isPermitted;
        this.meters = meters;
        this.factory = factory;
        meters.config().onMeterAdded(this::note);
        this.current = make();
    }

    /** A gauge shows the worker that registered it, and must end with it. */
    private void note(Meter meter) {
        if (Thread.currentThread() == making && meter instanceof Gauge gauge) {
            gauges.add(gauge);
        }
    }

    private W make() {
        making = Thread.currentThread();
        try {
            return factory.apply(topology.work());
        } finally {
            making = null;
        }
    }

    /** Returns the worker of the epoch. */
    public W current() {
        return current;
    }

    /** Has the next worker take the place of the current one. */
    public synchronized void replace() {
        boolean wasRunning = current.isRunning();
        current.stop();
        gauges.forEach(meters::remove);
        gauges.clear();
        current = make();
        if (wasRunning) {
            current.start();
        }
    }

    @Override
    public synchronized void start() {
        isWanted = true;
        startIfPermitted();
    }

    /** Starts what was to start before it was permitted to. */
    public synchronized void startIfPermitted() {
        if (isWanted && !current.isRunning() && isPermitted.getAsBoolean()) {
            current.start();
        }
    }

    @Override
    public synchronized void stop() {
        isWanted = false;
        current.stop();
    }

    @Override
    public synchronized boolean isRunning() {
        return isWanted;
    }
}
