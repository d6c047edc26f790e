package io.giza.metadata.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.metadata.table.InMemoryRowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Instance;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.testkit.fixture.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;

class RowTransactorTest {
    private static final ObjectKey KEY = Samples.key("object");
    private static final Row FIRST = new Row(1, 0, 0, 0, List.of(), Slot.UNTOUCHED);
    private static final ObjectKey WITNESS = ObjectKey.ofBucketRecord("photos");

    private final InMemoryRowTable rows = InitializedTables.initialize(new InMemoryRowTable());
    private final CountingTable table = new CountingTable(rows);
    private final RowTransactor transactor =
            new RowTransactor(
                    Samples.dc(2),
                    new SpillingRows(
                            table, RowLimits.DEFAULTS, new RowMetrics(new SimpleMeterRegistry())),
                    RowTransactor.Rules.PROTOCOL);

    @Test
    void aVoteIsStoredBeforeItIsAnswered() throws Exception {
        Answer answer = transactor.send(message(preAccept(1, value(1))));

        assertThat(answer.reply()).isInstanceOf(Reply.Voted.class);
        assertThat(stored()).isEqualTo(answer.reply().row());
        assertThat(transactor.dc()).isEqualTo(Samples.dc(2));
    }

    @Test
    void aRequestThatChangesNothingIsNotWritten() throws Exception {
        Answer read = transactor.send(message(new Request.Read(1, 0)));
        assertThat(read.reply()).isEqualTo(new Reply.Current(Row.ABSENT));
        assertThat(table.writes).isZero();

        transactor.send(message(preAccept(1, value(1))));
        transactor.send(message(preAccept(1, value(1))));
        assertThat(table.writes).isEqualTo(1);
    }

    @Test
    void aLostRaceIsRunAgainOnTheRowThatWon() throws Exception {
        table.beforeNextWrite =
                () ->
                        rows.store(
                                KEY,
                                StoredRow.whole(FIRST.append(value(7)).append(value(8))),
                                null);

        Answer answer = transactor.send(message(preAccept(1, value(1))));

        assertThat(answer.reply()).isInstanceOf(Reply.Chosen.class);
        assertThat(answer.reply().row().entry(1).orElseThrow().value()).isEqualTo(value(7));
        assertThat(stored().chosen()).isEqualTo(2);
    }

    @Test
    void aRequestThatWasLetInBeforeTheEpochRoseIsNotWrittenAfterIt() throws Exception {
        table.beforeNextWrite = () -> transactor.order(new TableOrder.Raise(2));

        Answer answer = transactor.send(message(preAccept(1, value(1))));

        assertThat(answer.reply()).isInstanceOf(Reply.StaleEpoch.class);
        assertThat(rows.load(KEY)).isEmpty();
    }

    @Test
    void aRowThatIsAlwaysLostGivesUpAndAsksForARest() {
        table.losesEveryRace = true;

        assertThatExceptionOfType(ReplicaException.Throttled.class)
                .isThrownBy(() -> transactor.send(message(preAccept(1, value(1)))))
                .withMessageContaining(KEY.toString());
        assertThat(table.writes).isEqualTo(100);
    }

    @Test
    void aFailingTableIsAFailureOfThisDataCenter() {
        table.failure = new RowTableException("row " + KEY + ": it has format 99", null);

        assertThatExceptionOfType(ReplicaException.Failed.class)
                .isThrownBy(() -> transactor.send(message(new Request.Read(1, 0))))
                .withMessageContaining("dc2")
                .withMessageContaining("row " + KEY + ": it has format 99");
        assertThatExceptionOfType(ReplicaException.Failed.class)
                .isThrownBy(() -> transactor.scan(scan(1)))
                .withMessageContaining("format 99");
    }

    @Test
    void aThrottlingTableIsAThrottlingDataCenter() {
        table.failure = new RowTableException.Throttled("table giza is throttling", null);

        assertThatExceptionOfType(ReplicaException.Throttled.class)
                .isThrownBy(() -> transactor.send(message(new Request.Read(1, 0))))
                .withMessageContaining("dc2")
                .withMessageContaining("table giza is throttling");
        assertThatExceptionOfType(ReplicaException.Throttled.class)
                .isThrownBy(() -> transactor.scan(scan(1)));
    }

    @Test
    void aReplyShowsTheNewestVersionsUnlessOlderOnesAreWanted() throws Exception {
        commit(KEY, 20);

        assertThat(versionsOf(new Request.Read(1, 0)))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(21 - RowTransactor.REPLY_WINDOW, 20)
                                .boxed()
                                .toList());
        assertThat(versionsOf(new Request.Read(1, 3)))
                .containsExactlyElementsOf(LongStream.rangeClosed(3, 20).boxed().toList());
        assertThat(versionsOf(preAccept(2, value(99)))).hasSize(RowTransactor.REPLY_WINDOW);
        assertThat(stored().log()).hasSize(20);
    }

    @Test
    void theWitnessIsReadAfterTheVoteIsWritten() throws Exception {
        commit(WITNESS, 3);
        table.afterNextWrite = () -> commit(WITNESS, 4);

        Answer answer = transactor.send(new Message(KEY, preAccept(1, value(1)), WITNESS));

        Row witness = answer.witnessed().orElseThrow();
        assertThat(witness.chosen()).isEqualTo(4);
        assertThat(witness.log()).hasSize(1);
    }

    @Test
    void aWitnessThatIsAbsentIsAnEmptyRow() throws Exception {
        assertThat(transactor.send(new Message(KEY, new Request.Read(1, 0), WITNESS)).witnessed())
                .contains(Row.ABSENT);
        assertThat(transactor.send(message(new Request.Read(1, 0))).witnessed()).isEmpty();
    }

    @Test
    void aScanShowsTheNewestVersionsOfEachRow() throws Exception {
        commit(KEY, 5);
        commit(Samples.key("other"), 1);

        RowPage page = transactor.scan(scan(1));
        assertThat(page.more()).isTrue();
        assertThat(page.rows().getFirst().name()).isEqualTo("object");
        assertThat(page.rows().getFirst().row().log())
                .extracting(Entry::version)
                .containsExactly(4L, 5L);
        assertThat(transactor.scan(scan(2)).rows())
                .extracting(NamedRow::name)
                .containsExactly("object", "other");
    }

    @Test
    void aScanOfWhatIsUndecidedShowsThatAndWhereItEnded() throws Exception {
        commit(Samples.key("a-decided"), 1);
        transactor.send(new Message(KEY, preAccept(1, value(1)), null));
        commit(Samples.key("x-decided"), 1);
        commit(Samples.key("y-decided"), 1);

        RowPage page = transactor.scan(scan(3).ofUndecided());

        assertThat(page.rows()).extracting(NamedRow::name).containsExactly(KEY.name(), "x-decided");
        assertThat(page.more()).isTrue();
    }

    private List<Long> versionsOf(Request request) throws ReplicaException {
        return transactor.send(message(request)).reply().row().log().stream()
                .map(Entry::version)
                .toList();
    }

    private void commit(ObjectKey key, int versions) throws ReplicaException {
        List<Entry> entries =
                LongStream.rangeClosed(1, versions)
                        .mapToObj(version -> Entry.learned(version, value(version)))
                        .toList();
        transactor.send(new Message(key, new Request.Commit(1, 0, entries), null));
    }

    private Row stored() {
        return rows.load(KEY).orElseThrow().row();
    }

    private static Message message(Request request) {
        return new Message(KEY, request, null);
    }

    private static Request preAccept(long version, Value value) {
        return new Request.PreAccept(new Instance(1, 0, version), value, List.of());
    }

    private static Scan scan(int limit) {
        return new Scan(1, Samples.BUCKET, "", "", false, limit, false);
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
