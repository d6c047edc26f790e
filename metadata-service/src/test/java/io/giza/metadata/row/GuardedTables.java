package io.giza.metadata.row;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.commit.ProgressNotes;
import io.giza.commit.RollbackGuard;
import io.giza.commit.RollbackGuard.Passage;
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
abstract class GuardedTables {
    static final Message READ = new Message(Samples.key("a"), new Request.Read(1, 0), null);
    private static final VirtualThreads THREADS = new VirtualThreads();
    static final String MEMBERS = "dc1,dc2,dc3";

    final List<Table> tables = new ArrayList<>();

    /** A table that says how far it came, and the rows behind it, which may be out of reach. */
    static final class Table extends InMemoryRowTable {
        final RowTransactor rows;
        long sequence;
        boolean away;

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
    record Guarded(RollbackGuard guard, GuardedRows rows) {
        Optional<String> round() throws IOException {
            return guard.round();
        }

        Passage passage() {
            return guard.passage();
        }
    }

    @BeforeEach
    void found() throws ReplicaException {
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

    static void refuses(Guarded guard) {
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

    Guarded guard(Table table, boolean heeds) {
        RollbackGuard guard = guard(new GuardedTable(table), Occupant.Part.ROWS, heeds);
        return new Guarded(guard, new GuardedRows(table.rows, guard));
    }

    RollbackGuard guard(RollbackGuard.Store store, Occupant.Part part, boolean heeds) {
        List<MetadataReplica> reached = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            reached.add(new Reached(i));
        }
        Surroundings surroundings = new Surroundings(THREADS, THREADS, new Random(1));
        return new RollbackGuard(
                store, part, heeds, new ProgressNotes(1, reached, surroundings), THREADS);
    }

    /** Whatever table is there now. */
    private final class Reached implements MetadataReplica {
        private final int index;

        Reached(int index) {
            this.index = index;
        }

        private MetadataReplica there() throws ReplicaException {
            Table table = tables.get(index);
            if (table.away) {
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
            return there().send(message);
        }

        @Override
        public RowPage scan(Scan scan) throws ReplicaException {
            return there().scan(scan);
        }

        @Override
        public TableReport order(TableOrder order) throws ReplicaException {
            return there().order(order);
        }

        @Override
        public History history(Range range) throws ReplicaException {
            return there().history(range);
        }
    }
}
