package io.giza.metadata.row;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.commit.rollback.ProgressNotes;
import io.giza.commit.rollback.RollbackGuard;
import io.giza.commit.rollback.RollbackGuard.Passage;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.membership.Occupant;
import io.giza.membership.Seat;
import io.giza.membership.StoreStartup;
import io.giza.metadata.table.InMemoryRowTable;
import io.giza.model.DcName;
import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.testkit.fixture.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.BeforeEach;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** Three tables of a cluster, each of which may be out of reach, and guards of them. */
abstract class GuardedTablesFixture {
    static final Message READ = new Message(Samples.key("a"), new Request.Read(1, 0), null);
    private static final VirtualThreads THREADS = new VirtualThreads();
    static final String MEMBERS = "dc1,dc2,dc3";

    final List<Table> tables = new ArrayList<>();

    /** A table that says how far it came, and the rows behind it, which may be out of reach. */
    static final class Table extends InMemoryRowTable {
        final RowTransactor rows;
        long sequence;
        boolean isUnreachable;

        Table(DcName dc) {
            rows =
                    new RowTransactor(
                            dc,
                            new SpillingRows(
                                    this,
                                    RowLimits.DEFAULTS,
                                    new RowMetrics(new SimpleMeterRegistry())),
                            RowTransactor.Rules.PROTOCOL);
        }

        @Override
        public OptionalLong sequence() {
            return OptionalLong.of(sequence);
        }
    }

    /** A guard and what it guards. */
    record GuardedStore(RollbackGuard guard, GuardedRows rows) {
        Optional<String> round() throws IOException {
            return guard.runOnce();
        }

        Passage passage() {
            return guard.passage();
        }
    }

    @BeforeEach
    void initializeTables() throws ReplicaException {
        for (int i = 1; i <= 3; i++) {
            Table table = new Table(Samples.dc(i));
            table.rows.enter(entry(i, "life-" + i));
            tables.add(table);
        }
    }

    static StoreStartup entry(int dc, String life) {
        Seat seat = new Seat("giza", Samples.dc(dc), 0, 1, MEMBERS);
        return new StoreStartup("it", seat, true, true, 0, life);
    }

    Table table(int number) {
        return tables.get(number - 1);
    }

    static void assertRefuses(GuardedStore guard) {
        assertThatExceptionOfType(ReplicaException.NotReady.class)
                .isThrownBy(() -> guard.rows().send(READ))
                .withMessageContaining("waits for others");
        assertThatExceptionOfType(ReplicaException.NotReady.class)
                .isThrownBy(
                        () ->
                                guard.rows()
                                        .scan(
                                                new MetadataReplica.Scan(
                                                        Samples.BUCKET, "", "", false, 1)));
    }

    GuardedStore guard(Table table, boolean isEnforced) {
        RollbackGuard guard = guard(new GuardedTable(table), Occupant.Part.ROWS, isEnforced);
        return new GuardedStore(guard, new GuardedRows(table.rows, guard));
    }

    RollbackGuard guard(RollbackGuard.Store store, Occupant.Part part, boolean isEnforced) {
        List<MetadataReplica> replicas = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            replicas.add(new ReplicaOfCurrentTable(i));
        }
        Surroundings surroundings = new Surroundings(THREADS, THREADS, new Random(1));
        return new RollbackGuard(
                store, part, isEnforced, new ProgressNotes(1, replicas, surroundings), THREADS);
    }

    /** Whatever table is there now. */
    private final class ReplicaOfCurrentTable implements MetadataReplica {
        private final int index;

        ReplicaOfCurrentTable(int index) {
            this.index = index;
        }

        private MetadataReplica reachableRows() throws ReplicaException {
            Table table = tables.get(index);
            if (table.isUnreachable) {
                throw new ReplicaException.Throttled(dc(), "away", null);
            }
            return table.rows;
        }

        @Override
        public DcName dc() {
            return Samples.dc(index + 1);
        }

        @Override
        public Answer send(Message message) throws ReplicaException {
            return reachableRows().send(message);
        }

        @Override
        public RowPage scan(Scan scan) throws ReplicaException {
            return reachableRows().scan(scan);
        }

        @Override
        public TableReport order(TableOrder order) throws ReplicaException {
            return reachableRows().order(order);
        }

        @Override
        public History history(Range range) throws ReplicaException {
            return reachableRows().history(range);
        }
    }
}
