package io.giza.simulation.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.group.MissedWrites;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.hint.HintBuffer;
import io.giza.hint.HintRows;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.record.hint.HintRecord;
import io.giza.recovery.HintedRepair;
import io.giza.recovery.fragments.RepairSweep;
import io.giza.recovery.rows.RowCatchUp;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.simulation.fault.PutWithoutData;
import io.giza.simulation.worker.RecoveryWorker;
import io.giza.testkit.sim.Simulation;
import io.giza.worker.Pacer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** A gateway and a worker that do not reach the tables or fragments of some data centers. */
final class HintingCluster implements Reach {
    private final Simulation simulation;
    final SimulatedCluster cluster;
    private final HintBuffer buffer;
    private final Gateway gateway;
    private final RandomGenerator random;
    private final BucketId bucket;
    private final List<HintedRepair> workers = new ArrayList<>();
    final DcName nobody = new DcName("nobody");
    Set<DcName> rowsOf = Set.of();
    DcName fragmentsOf = nobody;

    /** It votes for nothing, and answers commits as if it lacked earlier versions. */
    DcName deafRowsOf = nobody;

    Runnable duringRepair = () -> {};
    private Runnable beforePage = () -> {};
    private Runnable afterPage = () -> {};
    boolean hasLostPage;

    HintingCluster(Simulation simulation) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.stopFailures();
        this.random = simulation.scenario().random();
        this.buffer = new HintBuffer(simulation.surroundings("hints"));
        this.gateway = gateway("gateway", cluster.names().getFirst());
        cluster.names().forEach(dc -> workers.add(worker(dc)));
        this.bucket = gateway.createUntilDecided(cluster.account(), "bucket");
    }

    private Gateway gateway(String name, DcName home) {
        return cluster.gateway(name, home, this, GatewaySettings.DEFAULT);
    }

    private HintedRepair worker(DcName dc) {
        Gateway worker = gateway("worker-" + dc, dc);
        RecoveryWorker parts =
                new RecoveryWorker(cluster, worker, store -> fragments(dc, store), new TreeMap<>());
        Pacer pacer = new Pacer(worker.surroundings().time(), 1);
        return new HintedRepair(
                worker.versions(),
                new RowCatchUp(worker.versions(), pacer, _ -> during()),
                new RepairSweep(worker.versions(), parts.repair(), pacer, _ -> {}, 3));
    }

    private void during() {
        Runnable once = duringRepair;
        duringRepair = () -> {};
        once.run();
    }

    DcName draw() {
        return cluster.names().get(random.nextInt(3));
    }

    void changeSomething(int times) {
        for (int i = 0; i < times; i++) {
            String key = "key-" + random.nextInt(8);
            switch (random.nextInt(4)) {
                case 0 -> delete(key);
                case 1 -> put(key, 10);
                default -> put(key, 1500);
            }
            if (random.nextInt(3) == 0) {
                flush();
            }
        }
    }

    void put(String key, int size) {
        try {
            PutResult result =
                    gateway.objects()
                            .put(
                                    new PutRequest(
                                            target(key),
                                            new WriteCondition.None(),
                                            Map.of(),
                                            Map.of()),
                                    new TextBody("kept", size));
            assertThat(result).isInstanceOf(PutResult.Stored.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void delete(String key) {
        assertThat(
                        gateway.objects()
                                .delete(new DeleteRequest(target(key), new WriteCondition.None())))
                .isInstanceOf(DeleteResult.Done.class);
    }

    void appendPutOfCrashedGateway() {
        Value put =
                PutWithoutData.record(cluster.account(), PutId.random(random), OpId.random(random));
        assertThat(
                        gateway.metadata()
                                .committer()
                                .append(
                                        new ObjectKey(bucket, "key"),
                                        Draft.of(put),
                                        Row.ABSENT,
                                        null,
                                        gateway.surroundings().time().after(Duration.ofMinutes(1))))
                .isInstanceOf(CommitResult.Committed.class);
    }

    private Target target(String key) {
        return new Target(cluster.account(), "bucket", key, OpId.random(random));
    }

    void flush() {
        // No operation waits until all data centers know its record.
        sleep(Duration.ofSeconds(30));
        flush(true);
    }

    void flush(boolean isLast) {
        sleep(Duration.ofSeconds(1));
        buffer.flush(
                new HintRows(gateway.metadata()),
                isLast,
                simulation.scenario().time().after(Duration.ofMinutes(1)));
    }

    /** Some tables are out of reach while a worker next reads a page of rows, and no longer. */
    void loseForOnePage(Set<DcName> dcs) {
        beforePage =
                () -> {
                    rowsOf = dcs;
                    hasLostPage = true;
                    beforePage = () -> {};
                    afterPage =
                            () -> {
                                rowsOf = Set.of();
                                afterPage = () -> {};
                            };
                };
    }

    List<DcName> hintedDcs() {
        return new HintRows(gateway.metadata())
                .all().orElseThrow().stream().map(each -> each.dc()).toList();
    }

    List<HintRecord> hints() {
        return new HintRows(gateway.metadata())
                .all().orElseThrow().stream().map(each -> each.writes()).toList();
    }

    void assertNoHints() {
        flush();
        assertThat(hints()).isEmpty();
    }

    void assertHinted() {
        flush();
        assertThat(hints()).isNotEmpty();
    }

    /** Nothing can be repaired, and no hint is given up. */
    void repairWhileAway() {
        look();
        assertThat(hints()).isNotEmpty();
    }

    void repair() {
        rowsOf = Set.of();
        fragmentsOf = nobody;
        for (int i = 0; i < 50 && !hints().isEmpty(); i++) {
            look();
        }
        assertThat(hints()).isEmpty();
    }

    void look() {
        workers.get(random.nextInt(3)).look(Set.of(), () -> true);
        sleep(HintedRepair.TURN_OF_ALL);
    }

    /** Runs the workers of the other data centers, as after the restart of a data center. */
    void lookElsewhere(DcName dc) {
        for (int i = 0; i < workers.size(); i++) {
            if (!cluster.names().get(i).equals(dc)) {
                workers.get(i).look(Set.of(), () -> true);
            }
        }
    }

    private void sleep(Duration time) {
        simulation.scenario().time().sleep(time);
    }

    void assertRowsOfHintsAreRemoved() {
        for (ObjectKey key : cluster.oracle().keys()) {
            if (key.name().startsWith(ObjectKey.HINTS)) {
                for (DcName dc : cluster.names()) {
                    assertThat(cluster.stored(dc, key).chosen()).as("%s in %s", key, dc).isZero();
                }
            }
        }
    }

    void assertEven() {
        Map<String, Integer> found = new TreeMap<>();
        assertThat(
                        new RecoveryWorker(cluster, gateway, store -> store, found)
                                .sweep(RepairSweep.Depth.ALL))
                .as("%s", found)
                .isTrue();
    }

    @Override
    public MissedWrites missedWrites() {
        return buffer;
    }

    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        return new ForwardingReplica(replica) {
            @Override
            public Answer send(Message message) throws ReplicaException {
                afterPage.run();
                fail(rowsOf);
                if (dc().equals(deafRowsOf)) {
                    return deafAnswer(message);
                }
                return super.send(message);
            }

            @Override
            public RowPage scan(Scan scan) throws ReplicaException {
                boolean isOfHints = scan.prefix().equals(ObjectKey.HINTS);
                if (!isOfHints) {
                    beforePage.run();
                }
                fail(rowsOf);
                return super.scan(scan);
            }

            private Answer deafAnswer(Message message) throws ReplicaException {
                return switch (message.request()) {
                    case Request.Read _ -> super.send(message);
                    case Request.Commit commit ->
                            super.send(
                                    new Message(
                                            message.key(),
                                            new Request.Read(commit.epoch(), 1),
                                            null));
                    default ->
                            throw new ReplicaException.Unreachable(dc(), new IOException("deaf"));
                };
            }

            private void fail(Set<DcName> away) throws ReplicaException {
                if (away.contains(dc())) {
                    throw new ReplicaException.Unreachable(dc(), new IOException("down"));
                }
            }
        };
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        return new ForwardingFragmentStore(store) {
            @Override
            public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
                if (dc().equals(fragmentsOf)) {
                    throw new ReplicaException.Unreachable(dc(), new IOException("full"));
                }
                return super.create(id, length);
            }
        };
    }
}
