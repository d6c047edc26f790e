package io.giza.simulation.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.PutRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.recovery.audit.Audit;
import io.giza.recovery.audit.AuditReport;
import io.giza.recovery.audit.AuditReport.Amount;
import io.giza.recovery.audit.AuditReport.Example;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** What the audit tells of a cluster in which something is not as it should be. */
class AuditTest {
    /** Few enough that what is uneven is looked at in several groups. */
    private static final int LIMIT = 2;

    private static final int OBJECTS = 6;

    /** Takes an account of a cluster as a worker does that reaches all stores. */
    static AuditReport audit(SimulatedCluster cluster, Gateway worker) {
        Map<DcName, FragmentInventory> inventories = new HashMap<>();
        cluster.stores().forEach(store -> inventories.put(store.dc(), store));
        return new Audit(worker.versions(), inventories, LIMIT).run(() -> true, _ -> {});
    }

    private interface Setup {
        void prepare(Fixture fixture) throws IOException, ReplicaException;
    }

    private interface Check {
        void of(AuditReport report, Fixture fixture);
    }

    private static void auditAfter(Setup setup, Check check) {
        Seeds.simulate(
                10,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    setup.prepare(fixture);
                    check.of(audit(fixture.cluster, fixture.gateway), fixture);
                });
    }

    @Test
    void aClusterInWhichAllIsAsItShouldBeIsEven() {
        auditAfter(
                _ -> {},
                (report, fixture) -> {
                    assertThat(report.even()).as("%s", report).isTrue();
                    assertThat(report.complete()).isTrue();
                    assertThat(report.examples()).isEmpty();
                    // One is small and lies in its row, and one is deleted.
                    assertThat(report.versions())
                            .isEqualTo(new AuditReport.Versions(OBJECTS + 1, OBJECTS + 1, 1, 0, 0));
                    for (InMemoryFragmentStore store : fixture.cluster.stores()) {
                        AuditReport.Store of = of(report, store.dc());
                        assertThat(of.expected().fragments()).isEqualTo(OBJECTS);
                        assertThat(of.lying()).isEqualTo(of.expected()).isEqualTo(lying(store));
                        assertThat(of.found()).containsEntry("found", of.expected());
                    }
                });
    }

    @Test
    void aFragmentThatWasLostIsMissing() {
        auditAfter(
                fixture -> fixture.store().lose(fixture.anyFragment()),
                (report, fixture) -> {
                    assertFault(report, fixture, "missing", 1);
                    assertThat(fixture.of(report).lying().fragments()).isEqualTo(OBJECTS - 1);
                });
    }

    @Test
    void aWholeStoreThatWasLostIsMissing() {
        auditAfter(
                fixture -> List.copyOf(fixture.store().ids()).forEach(fixture.store()::lose),
                (report, fixture) -> assertFault(report, fixture, "missing", OBJECTS));
    }

    @Test
    void aFragmentThatIsTooShortIsOfTheWrongLength() {
        auditAfter(
                fixture ->
                        fixture.store()
                                .tamper(
                                        fixture.anyFragment(),
                                        bytes -> Arrays.copyOf(bytes, bytes.length - 1)),
                (report, fixture) -> assertFault(report, fixture, "wrong-length", 1));
    }

    @Test
    void aFragmentWithoutAHeaderIsUnreadable() {
        auditAfter(
                fixture -> fixture.store().corrupt(fixture.anyFragment(), 0),
                (report, fixture) -> assertFault(report, fixture, "unreadable", 1));
    }

    @Test
    void whatNoVersionWantsIsLeftOverOnceItIsOld() {
        auditAfter(
                fixture -> {
                    fixture.leave();
                    fixture.rest();
                },
                (report, fixture) -> assertFault(report, fixture, "left-over", 1));
    }

    @Test
    void whatMayBeOfAPutUnderWayIsUndecided() {
        auditAfter(
                Fixture::leave,
                (report, fixture) -> {
                    assertThat(report.even()).as("%s", report).isTrue();
                    assertThat(fixture.found(report, "undecided").fragments()).isEqualTo(1);
                });
    }

    @Test
    void aFragmentAtTheWrongDataCenterIsLeftOverThereAndMissingWhereItShouldBe() {
        auditAfter(
                fixture -> {
                    FragmentId id = fixture.anyFragment();
                    byte[] bytes = fixture.store().content(id).readAllBytes();
                    fixture.store().lose(id);
                    put(fixture.cluster.stores().getFirst(), id, bytes);
                    fixture.rest();
                },
                (report, fixture) -> {
                    assertThat(report.even()).isFalse();
                    assertThat(fixture.found(report, "missing").fragments()).isEqualTo(1);
                    DcName first = fixture.cluster.names().getFirst();
                    assertThat(of(report, first).found().get("left-over"))
                            .extracting(each -> Objects.requireNonNull(each).fragments())
                            .isEqualTo(1L);
                });
    }

    @Test
    void aRowThatMissedSomethingIsUneven() {
        auditAfter(
                fixture -> {
                    fixture.network.isolate(fixture.store().dc(), fixture.cluster.names());
                    fixture.put("missed", 20);
                    fixture.rest();
                    fixture.network.heal();
                },
                (report, fixture) -> {
                    assertThat(report.even()).isFalse();
                    assertThat(report.complete()).isTrue();
                    assertThat(report.rows().uneven()).isEqualTo(1);
                    assertThat(report.examples())
                            .containsExactly(
                                    new Example(
                                            fixture.store().dc().value(),
                                            "row",
                                            "bucket",
                                            "missed",
                                            0,
                                            ""));
                });
    }

    @Test
    void withoutTheRowsOfADataCenterItIsIncomplete() {
        auditAfter(
                fixture -> fixture.network.isolate(fixture.store().dc(), fixture.cluster.names()),
                (report, fixture) -> {
                    assertThat(report.complete()).isFalse();
                    assertThat(report.even()).isFalse();
                    assertThat(report.unanswered()).contains("rows of " + fixture.store().dc());
                    assertThat(report.examples()).isEmpty();
                });
    }

    private static void assertFault(AuditReport report, Fixture fixture, String what, int count) {
        assertThat(report.complete()).isTrue();
        assertThat(report.even()).isFalse();
        assertThat(fixture.found(report, what).fragments()).isEqualTo(count);
        assertThat(report.examples()).hasSize(count);
        for (Example example : report.examples()) {
            assertThat(example.dc()).isEqualTo(fixture.store().dc().value());
            assertThat(example.what()).isEqualTo(what);
            assertThat(example.bucket()).isEqualTo("bucket");
            assertThat(example.key()).startsWith("key-");
        }
        for (DcName dc : fixture.cluster.names()) {
            Map<String, Amount> faults =
                    of(report, dc).found().entrySet().stream()
                            .filter(each -> !each.getKey().equals("found"))
                            .filter(each -> each.getValue().fragments() > 0)
                            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
            assertThat(faults.keySet()).isSubsetOf(dc.equals(fixture.store().dc()) ? what : "");
        }
    }

    private static AuditReport.Store of(AuditReport report, DcName dc) {
        return Objects.requireNonNull(report.dataCenters().get(dc.value()));
    }

    private static Amount lying(InMemoryFragmentStore store) {
        long bytes = 0;
        for (FragmentId id : store.ids()) {
            try (var content = store.content(id)) {
                bytes += content.readAllBytes().length;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
        return new Amount(store.ids().size(), bytes);
    }

    private static void put(InMemoryFragmentStore store, FragmentId id, byte[] bytes)
            throws ReplicaException {
        try (FragmentUpload upload = store.create(id, bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            upload.complete();
        }
    }

    /** Objects with fragments, a small one, and one that was deleted. */
    private static final class Fixture {
        final SimulatedCluster cluster;
        final Network network;
        final Gateway gateway;
        private final Simulation simulation;

        Fixture(Simulation simulation) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            this.network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            Network calm = new Network(simulation.surroundings("data"), FaultPlan.CALM);
            this.gateway =
                    cluster.gateway(
                            "gateway",
                            cluster.names().getFirst(),
                            Reach.over(network, calm),
                            GatewaySettings.DEFAULT);
            assertThat(gateway.create(cluster.account(), "bucket"))
                    .isInstanceOf(CreateResult.Created.class);
            for (int i = 0; i < OBJECTS; i++) {
                put("key-" + i, 1500 + i);
            }
            put("small", 20);
            put("deleted", 20);
            gateway.objects()
                    .delete(new DeleteRequest(target("deleted"), new WriteCondition.None()));
            rest();
        }

        /** Of which something is lost, left over or damaged. */
        InMemoryFragmentStore store() {
            return cluster.stores().getLast();
        }

        FragmentId anyFragment() {
            List<FragmentId> all = store().ids();
            return all.get(simulation.scenario().random().nextInt(all.size()));
        }

        /** Leaves the fragment of a put that nobody knows of. */
        void leave() throws IOException, ReplicaException {
            FragmentId like = anyFragment();
            FragmentId id =
                    new FragmentId(
                            like.account(),
                            new ObjectKey(like.key().bucket(), "key-left"),
                            new PutId(like.putId().value()),
                            like.index());
            byte[] bytes = store().content(like).readAllBytes();
            AuditTest.put(store(), id, renamed(bytes, id));
        }

        private byte[] renamed(byte[] bytes, FragmentId id) throws IOException {
            var format = gateway.versions().format();
            var header = format.read(new ByteArrayInputStream(bytes));
            return format.encode(
                    new FragmentHeader(
                            header.kind(), id, header.layout(), header.base(), header.epoch()));
        }

        void rest() {
            simulation.scenario().time().sleep(Duration.ofMinutes(2));
        }

        void put(String key, int size) {
            PutRequest put =
                    new PutRequest(target(key), new WriteCondition.None(), Map.of(), Map.of());
            try {
                assertThat(gateway.objects().put(put, new TextBody(key, size)))
                        .isInstanceOf(PutResult.Stored.class);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        private Target target(String key) {
            OpId op = OpId.random(simulation.scenario().random());
            return new Target(cluster.account(), "bucket", key, op);
        }

        AuditReport.Store of(AuditReport report) {
            return AuditTest.of(report, store().dc());
        }

        Amount found(AuditReport report, String what) {
            return Objects.requireNonNull(of(report).found().get(what));
        }
    }
}
