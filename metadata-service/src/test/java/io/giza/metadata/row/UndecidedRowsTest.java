package io.giza.metadata.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.metadata.table.InMemoryRowTable;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Instance;
import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.testkit.fixture.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

class UndecidedRowsTest {
    private static final ObjectKey A = Samples.key("a");
    private static final ObjectKey B = Samples.key("b");
    private static final ObjectKey C = Samples.key("c");

    private final InMemoryRowTable rows = InitializedTables.initialize(new InMemoryRowTable());
    private final CountingTable table = new CountingTable(rows);
    private final RowTransactor transactor = start();

    /** A process that begins. */
    private RowTransactor start() {
        return new RowTransactor(
                Samples.dc(2),
                new SpillingRows(
                        table, RowLimits.DEFAULTS, new RowMetrics(new SimpleMeterRegistry())),
                RowTransactor.Rules.PROTOCOL);
    }

    @Test
    void oneLookReadsAllRowsAndTheNextNone() throws Exception {
        vote(transactor, A);
        commit(transactor, B);
        assertThat(undecided(transactor, 10)).containsExactly("a", "b");
        vote(transactor, C);
        table.scans = 0;

        assertThat(undecided(transactor, 10)).containsExactly("a", "c");
        commit(transactor, A);
        assertThat(undecided(transactor, 10)).containsExactly("c");
        commit(transactor, C);
        assertThat(undecided(transactor, 10)).isEmpty();
        assertThat(table.scans).isZero();
    }

    @Test
    void whatWasVotedForBeforeTheProcessBeganIsFound() throws Exception {
        vote(transactor, A);
        vote(transactor, B);
        commit(transactor, C);
        RowTransactor later = start();
        assertThat(undecided(later, 1)).containsExactly("a", "b", "c");
        assertThat(undecided(later, 1)).containsExactly("a", "b");
    }

    @Test
    void aLookThatWasBrokenOffIsNoLookAtAllRows() throws Exception {
        vote(transactor, A);
        vote(transactor, C);
        RowTransactor later = start();
        assertThat(later.scan(scan(1)).more()).isTrue();

        assertThat(undecided(later, 10)).containsExactly("a", "c");
    }

    @Test
    void aVoteThatComesDuringTheLookIsRememberedWhereverItIs() throws Exception {
        commit(transactor, A);
        commit(transactor, B);
        RowPage first = transactor.scan(scan(1));
        vote(transactor, A, 2);
        RowPage second = transactor.scan(scan(1).next(first).orElseThrow());
        assertThat(second.more()).isFalse();

        assertThat(undecided(transactor, 10)).containsExactly("a");
    }

    @Test
    void allRowsAreReadAgainFromTimeToTime() throws Exception {
        assertThat(undecided(transactor, 10)).isEmpty();
        vote(start(), A);
        for (int i = 0; i < UndecidedRows.REMEMBERED_SCANS; i++) {
            assertThat(undecided(transactor, 10)).isEmpty();
        }
        assertThat(undecided(transactor, 10)).containsExactly("a");
        assertThat(undecided(transactor, 10)).containsExactly("a");
    }

    @Test
    void moreThanCanBeRememberedIsReadAgain() throws Exception {
        assertThat(undecided(transactor, 10)).isEmpty();
        int all = UndecidedRows.MAX_REMEMBERED + 1;
        for (int i = 0; i < all; i++) {
            vote(transactor, Samples.key("k" + i));
        }
        assertThat(undecided(transactor, 1000)).hasSize(all);
        assertThat(table.scans).isGreaterThan(1);
    }

    @Test
    void aVoteThatComesWhileAnotherIsDecidedIsNotForgotten() throws Exception {
        assertThat(undecided(transactor, 10)).isEmpty();
        vote(transactor, A);
        table.afterNextWrite = () -> vote(transactor, A, 2);
        commit(transactor, A);

        assertThat(undecided(transactor, 10)).containsExactly("a");
    }

    /** Returns all pages, with what ends a page and is decided. */
    private static List<String> undecided(RowTransactor transactor, int limit)
            throws ReplicaException {
        List<String> names = new ArrayList<>();
        Optional<Scan> next = Optional.of(scan(limit));
        while (next.isPresent()) {
            RowPage page = transactor.scan(next.get());
            page.rows().stream().map(NamedRow::name).forEach(names::add);
            next = next.get().next(page);
        }
        return names;
    }

    private static void vote(RowTransactor transactor, ObjectKey key) throws ReplicaException {
        vote(transactor, key, 1);
    }

    private static void vote(RowTransactor transactor, ObjectKey key, long version)
            throws ReplicaException {
        Request vote =
                new Request.PreAccept(new Instance(1, 0, version), value(version), List.of());
        transactor.send(new Message(key, vote, null));
    }

    private static void commit(RowTransactor transactor, ObjectKey key) throws ReplicaException {
        Request commit = new Request.Commit(1, 0, List.of(Entry.learned(1, value(1))));
        transactor.send(new Message(key, commit, null));
    }

    private static Scan scan(int limit) {
        return new Scan(1, Samples.BUCKET, "", "", true, limit, true);
    }

    private static Value value(long number) {
        return new Value(
                1,
                new PutId(new UUID(1, number)),
                0,
                new OpId(new UUID(number, 2)),
                new Command.Put(Mode.UNVERSIONED, Bytes.EMPTY));
    }
}
