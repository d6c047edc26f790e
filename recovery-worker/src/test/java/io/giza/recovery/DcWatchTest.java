package io.giza.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitMetrics;
import io.giza.commit.MetadataPath;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.Seats;
import io.giza.replica.Suspicion;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.fixture.Seeds;
import io.giza.version.VersionAccess;
import io.giza.version.VersionMetrics;
import io.giza.version.VersionRules;
import io.giza.wire.BinaryFragmentFormat;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Data centers that do not answer for a while, with rows and fragments or one of them. */
class DcWatchTest {
    private final Set<DcName> rowsDown = new HashSet<>();
    private final Set<DcName> fragmentsDown = new HashSet<>();
    private final List<DcName> back = new ArrayList<>();

    @Test
    void aDataCenterThatHoldsFragmentsAloneIsMissedAndSeenToBeBack() {
        watch(fragmentsDown, Samples.dc(4));
    }

    @Test
    void fragmentsThatAreOutOfReachWhereRowsAreNotAreMissed() {
        watch(fragmentsDown, Samples.dc(2));
    }

    @Test
    void rowsThatAreOutOfReachWhereFragmentsAreNotAreMissed() {
        watch(rowsDown, Samples.dc(2));
    }

    private void watch(Set<DcName> down, DcName dc) {
        Seeds.simulate(
                5,
                simulation -> {
                    back.clear();
                    Surroundings own = simulation.surroundings("worker");
                    DcWatch watch =
                            new DcWatch(access(own), Duration.ofSeconds(5), () -> {}, back::add);
                    watch.start();
                    own.time().sleep(Duration.ofMinutes(1));
                    assertThat(watch.away()).isEmpty();
                    down.add(dc);
                    own.time().sleep(Duration.ofMinutes(1));
                    assertThat(watch.away()).containsExactly(dc);
                    assertThat(back).isEmpty();
                    down.clear();
                    own.time().sleep(Duration.ofMinutes(1));
                    assertThat(watch.away()).isEmpty();
                    assertThat(back).containsExactly(dc);
                    watch.stop();
                    simulation.join("worker");
                });
    }

    /** Three data centers have rows, a fourth fragments alone. */
    private VersionAccess access(Surroundings own) {
        List<DcName> dcs = Samples.dataCenters(4);
        Map<DcName, FragmentStore> stores = new LinkedHashMap<>();
        dcs.forEach(dc -> stores.put(dc, new NoFragments(dc)));
        List<MetadataReplica> replicas = new ArrayList<>();
        dcs.subList(0, 3).forEach(dc -> replicas.add(new NoRows(dc)));
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        MetadataGroup group =
                MetadataGroup.of(
                        dcs.getFirst(),
                        new Seats("giza", 1, new TreeMap<>(), ""),
                        replicas,
                        own,
                        new Suspicion(
                                own,
                                new Suspicion.Patience(
                                        Duration.ofMillis(500), Duration.ofSeconds(5))));
        return new VersionAccess(
                MetadataPath.over(
                        group,
                        CommitSettings.DEFAULTS,
                        MetadataPath.Rules.PROTOCOL,
                        new CommitMetrics(meters)),
                stores,
                new BinaryFragmentFormat(),
                VersionAccess.Timeouts.DEFAULTS,
                VersionRules.PROTOCOL,
                new VersionMetrics(meters, stores.keySet()));
    }

    private final class NoRows implements MetadataReplica {
        private final DcName dc;

        NoRows(DcName dc) {
            this.dc = dc;
        }

        @Override
        public DcName dc() {
            return dc;
        }

        @Override
        public RowPage scan(Scan scan) throws ReplicaException {
            if (rowsDown.contains(dc)) {
                throw new ReplicaException.Unreachable(dc, new IOException("down"));
            }
            return new RowPage(List.of(), false);
        }

        @Override
        public Answer send(Message message) {
            throw new AssertionError("a watch asks for no row: " + message);
        }

        @Override
        public TableReport order(TableOrder order) {
            throw new AssertionError("a watch orders nothing: " + order);
        }

        @Override
        public History history(Range range) throws ReplicaException {
            // Who failed is asked whether it is back, by whoever called it.
            if (rowsDown.contains(dc)) {
                throw new ReplicaException.Unreachable(dc, new IOException("down"));
            }
            return new History(0, List.of());
        }
    }

    private final class NoFragments implements FragmentStore {
        private final DcName dc;

        NoFragments(DcName dc) {
            this.dc = dc;
        }

        @Override
        public DcName dc() {
            return dc;
        }

        @Override
        public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
            if (fragmentsDown.contains(dc)) {
                throw new ReplicaException.Unreachable(dc, new IOException("down"));
            }
            return new FragmentRead.Absent();
        }

        @Override
        public FragmentUpload create(FragmentId id, long length) {
            throw new AssertionError("a watch writes nothing: " + id);
        }

        @Override
        public void delete(FragmentId id) {
            throw new AssertionError("a watch deletes nothing: " + id);
        }
    }
}
