package io.giza.standalone.cluster;

import io.giza.model.DcName;
import io.giza.standalone.config.ClusterToken;
import io.giza.standalone.config.Credentials;
import io.giza.standalone.config.DataFolder;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.LocalTopology;
import io.giza.standalone.config.PortBlocks;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.config.Service;
import io.giza.standalone.config.StandaloneOptions;

import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** A running cluster of logical data centers in this JVM. */
public final class StandaloneCluster implements AutoCloseable {
    private static final Set<Service> ALL = EnumSet.allOf(Service.class);
    private static final Set<Service> STORES = EnumSet.of(Service.METADATA, Service.FRAGMENTS);

    private final DataFolder folder;
    private final StandaloneOptions options;
    private final String token;
    private final Credentials credentials;
    private final List<LogicalDc> dcs;
    private final DcPreconditions preconditions;
    private final ControlServer control;
    private final Emulators emulators;
    private final Optional<LocalConsole> console;

    /** One data center starts or stops at a time. */
    private final Lock changes = new ReentrantLock();

    private boolean closed;
    private volatile LocalTopology topology;
    private volatile PortBlocks ports;

    private StandaloneCluster(DataFolder folder, StandaloneOptions options) {
        this.folder = folder;
        this.options = options;
        folder.prepareDcs(options.shape().names());
        this.topology = folder.topology();
        this.ports = PortBlocks.claim(options.port(), options.shape().dcs(), movedPorts());
        // Last, so that a refused start leaves the folder free for another shape.
        folder.bindShape(options.shape());
        this.token = folder.token();
        folder.ensureMasterKey();
        this.credentials = options.credentials().orElseGet(folder::credentials);
        this.emulators = Emulators.start(options);
        ServiceSettings settings =
                new ServiceSettings(
                        options,
                        new ServiceSettings.Secrets(token, folder::masterKey, credentials),
                        new ServiceSettings.ClusterIdentity(folder.clusterId(), folder::isNew),
                        () -> ports,
                        () -> topology,
                        emulators);
        this.dcs =
                IntStream.range(0, options.shape().dcs())
                        .mapToObj(index -> new LogicalDc(index, settings))
                        .toList();
        this.preconditions = new DcPreconditions(options.shape().stores(), token);
        this.control = new ControlServer(this, ports.control(), ClusterToken.random());
        this.console =
                options.console() ? Optional.of(LocalConsole.begin(ports)) : Optional.empty();
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
            ServiceSteps.forEachService(cluster.dcsNotLost(), ALL, LogicalDc::start);
            options.shape().names().forEach(folder::markStarted);
            cluster.console.ifPresent(LocalConsole::await);
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
                                        dcs.get(index).isRunning(),
                                        folder.isLost(options.shape().names().get(index)),
                                        index,
                                        ports))
                .toList();
    }

    /** Returns where its console is; empty if it has none. */
    public Optional<URI> console() {
        return console.map(_ -> LocalConsole.url(ports));
    }

    /** Returns the secret every internal call carries. */
    public String clusterToken() {
        return token;
    }

    /** Returns the S3 credentials it was started with. */
    public Credentials credentials() {
        return credentials;
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
        changeDc(
                name,
                index ->
                        ServiceSteps.forEachService(List.of(dcs.get(index)), ALL, LogicalDc::stop));
    }

    /**
     * Brings one data center's services up; nothing happens if they are.
     *
     * @throws RefusedException if there is none of that name, it does not start, or all that it
     *     stored is gone
     */
    public void startDc(String name) {
        changeDc(
                name,
                index -> {
                    preconditions.requireStartable(endpoints().get(index));
                    ServiceSteps.forEachService(List.of(dcs.get(index)), ALL, LogicalDc::start);
                });
    }

    /**
     * Takes one data center's services down and throws away all that it stores.
     *
     * @throws RefusedException if there is none of that name, or the others do not have all that
     *     they are due
     */
    public void wipeDc(String name) {
        changeDc(
                name,
                index -> {
                    preconditions.requireWipeable(endpoints(), index);
                    ServiceSteps.forEachService(List.of(dcs.get(index)), ALL, LogicalDc::stop);
                    folder.wipe(options.shape().names().get(index));
                });
    }

    /**
     * Has an empty data center take the place of one that has lost everything, in the next epoch of
     * the topology. The cluster decides it, and whoever is a client of the stores takes it up. The
     * recovery workers fill it from then on.
     *
     * @param port the first of its ports from now on; empty for those that the lost one had
     * @throws RefusedException if there is none of that name, it is not lost, the others do not
     *     have all that they are due, a port is taken, or it does not start
     */
    public void replaceDc(String name, OptionalInt port) {
        changeDc(
                name,
                index -> {
                    preconditions.requireReplaceable(endpoints(), index);
                    DcName dc = options.shape().names().get(index);
                    PortBlocks moved =
                            port.isPresent() ? ports.move(index, port.getAsInt()) : ports;
                    long epoch =
                            DecidedReplacement.decide(
                                    endpoints(),
                                    credentials,
                                    DcStatus.of(dc, false, true, index, moved));
                    ports = moved;
                    LocalTopology next = topology.withReplaced(name, epoch);
                    topology = port.isPresent() ? next.withPort(name, port.getAsInt()) : next;
                    folder.saveTopology(topology);
                    folder.makeEmpty(dc);
                    ServiceSteps.forEachService(List.of(dcs.get(index)), ALL, LogicalDc::start);
                });
    }

    private Map<Integer, Integer> movedPorts() {
        Map<Integer, Integer> moved = new HashMap<>();
        for (int index = 0; index < options.shape().dcs(); index++) {
            Integer first = topology.ports().get(options.shape().names().get(index).value());
            if (first != null) {
                moved.put(index, first);
            }
        }
        return moved;
    }

    private boolean isLost(int index) {
        return folder.isLost(options.shape().names().get(index));
    }

    private List<LogicalDc> dcsNotLost() {
        return IntStream.range(0, dcs.size())
                .filter(index -> !isLost(index))
                .mapToObj(dcs::get)
                .toList();
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
            console.ifPresent(LocalConsole::close);
            try {
                stopAll();
            } finally {
                emulators.close();
                folder.close();
            }
        } finally {
            changes.unlock();
        }
    }

    /**
     * What is to be stored at the end, such as records of requests, finds the stores still there.
     */
    private void stopAll() {
        try {
            ServiceSteps.forEachService(
                    dcs, EnumSet.complementOf(EnumSet.copyOf(STORES)), LogicalDc::stop);
        } finally {
            ServiceSteps.forEachService(dcs, STORES, LogicalDc::stop);
        }
    }

    private void changeDc(String name, IntConsumer step) {
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
            step.accept(index);
        } finally {
            changes.unlock();
        }
    }
}
