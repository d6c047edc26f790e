package io.giza.simulation.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.recovery.audit.Audit;
import io.giza.recovery.audit.AuditReport;
import io.giza.recovery.audit.AuditReport.Amount;
import io.giza.recovery.audit.AuditReport.Example;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.stripe.FragmentInventory;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;

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

    static final int OBJECTS = 6;

    /** Takes an account of a cluster as a worker does that reaches all stores. */
    static AuditReport audit(SimulatedCluster cluster, Gateway worker) {
        Map<DcName, FragmentInventory> inventories = new HashMap<>();
        cluster.stores().forEach(store -> inventories.put(store.dc(), store));
        return new Audit(worker.versions(), inventories, LIMIT).run(() -> true, _ -> {});
    }

    private interface Setup {
        void prepare(AuditedCluster fixture) throws IOException, ReplicaException;
    }

    private interface Check {
        void of(AuditReport report, AuditedCluster fixture);
    }

    private static void auditAfter(Setup setup, Check check) {
        Seeds.simulate(
                10,
                simulation -> {
                    AuditedCluster fixture = new AuditedCluster(simulation);
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
                AuditedCluster::leave,
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
    void aRowOfWhichADataCenterHearsMeanwhileIsEven() {
        auditAfter(
                fixture -> {
                    fixture.network.isolate(fixture.store().dc(), fixture.cluster.names());
                    fixture.put("late", 20);
                    fixture.rest();
                    fixture.network.heal();
                    fixture.bringRowsAfter(Duration.ofMillis(1_500));
                },
                (report, _) -> {
                    assertThat(report.even()).as("%s", report).isTrue();
                    assertThat(report.examples()).isEmpty();
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

    private static void assertFault(
            AuditReport report, AuditedCluster fixture, String what, int count) {
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

    static AuditReport.Store of(AuditReport report, DcName dc) {
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

    static void put(InMemoryFragmentStore store, FragmentId id, byte[] bytes)
            throws ReplicaException {
        try (FragmentUpload upload = store.create(id, bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            upload.complete();
        }
    }
}
