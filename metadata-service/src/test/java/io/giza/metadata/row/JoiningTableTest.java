package io.giza.metadata.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.membership.Seat;
import io.giza.membership.StoreStartup;
import io.giza.metadata.table.InMemoryRowTable;
import io.giza.metadata.table.RowTable;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.paxos.Instance;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.testkit.fixture.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** A table in the place of a lost one, and tables that see the epoch rise. */
class JoiningTableTest {
    private static final ObjectKey KEY = Samples.key("object");
    private static final ObjectKey OTHER = Samples.key("other");
    private static final Ballot BALLOT = new Ballot(2, 2, new UUID(0, 1), 1);
    private static final DcName DC = new DcName("dc3");
    private static final String MEMBERS = "dc1,dc2,dc3;dc3@2";
    private static final Value VALUE =
            new Value(
                    1,
                    new PutId(new UUID(1, 1)),
                    0,
                    new OpId(new UUID(2, 1)),
                    new Command.Put(Mode.UNVERSIONED, Bytes.EMPTY));

    private final RowTable table = new InMemoryRowTable();
    private final RowTransactor rows = transactor(table);

    static Stream<Request> everythingOfEpochTwo() {
        Instance at = new Instance(2, 0, 1);
        return Stream.of(
                new Request.Read(2, 0),
                new Request.PreAccept(at, VALUE, List.of()),
                new Request.Prepare(at, BALLOT, List.of()),
                new Request.Accept(at, BALLOT, VALUE, List.of()),
                new Request.Commit(2, 0, List.of(Entry.learned(1, VALUE))));
    }

    @ParameterizedTest
    @MethodSource("everythingOfEpochTwo")
    void aRowThatWasNotSeededHasNothingToSay(Request request) throws Exception {
        rows.order(new TableOrder.Join(2, "", ""));

        assertThat(send(request, null).reply()).isEqualTo(new Reply.NotReady(Row.ABSENT));
        assertThat(table.load(KEY)).isEmpty();
    }

    @Test
    void aSeededRowVotesAndANotYetSeededWitnessIsNoWitness() throws Exception {
        rows.order(new TableOrder.Join(2, "", ""));
        send(new Request.Seed(2, seeded(BALLOT)), null);

        Answer answer = send(new Request.Prepare(new Instance(2, 0, 2), BALLOT, List.of()), OTHER);

        assertThat(answer.reply()).isInstanceOf(Reply.Promised.class);
        assertThat(answer.witnessed()).isEmpty();
        assertThat(send(new Request.Read(2, 0), KEY).witnessed()).isPresent();
    }

    @Test
    void aSeedThatComesLateOrTwiceChangesNothing() throws Exception {
        rows.order(new TableOrder.Join(2, "", ""));
        send(new Request.Seed(2, seeded(BALLOT)), null);
        Ballot higher = new Ballot(2, 9, new UUID(0, 1), 1);
        send(new Request.Prepare(new Instance(2, 0, 2), higher, List.of()), null);

        Reply again = send(new Request.Seed(2, seeded(BALLOT)), null).reply();

        assertThat(again.row().open().promised()).isEqualTo(higher);
        rows.order(new TableOrder.Activate(2));
        rows.send(new Message(OTHER, new Request.Seed(2, seeded(BALLOT)), null));
        assertThat(table.load(OTHER)).isEmpty();
    }

    @Test
    void onceActiveWhatIsAbsentWasNeverTouched() throws Exception {
        rows.order(new TableOrder.Join(2, "", ""));
        assertThatExceptionOfType(ReplicaException.NotReady.class)
                .isThrownBy(() -> rows.scan(new Scan(2, Samples.BUCKET, "", "", true, 9, false)));
        assertThat(rows.order(new TableOrder.Activate(1)).membership().isJoining()).isTrue();

        assertThat(rows.order(new TableOrder.Activate(2)).servesAllIn(2)).isTrue();

        Request vote = new Request.PreAccept(new Instance(2, 0, 1), VALUE, List.of());
        assertThat(send(vote, null).reply()).isInstanceOf(Reply.Voted.class);
        assertThat(rows.scan(new Scan(2, Samples.BUCKET, "", "", true, 9, false)).rows())
                .hasSize(1);
    }

    @Test
    void anOlderEpochIsRefusedWhereNoRowShowsTheNewerOne() throws Exception {
        InitializedTables.initialize(table);
        rows.order(new TableOrder.Raise(2));

        Request old = new Request.PreAccept(new Instance(1, 0, 1), VALUE, List.of());
        Reply reply = rows.send(new Message(OTHER, old, null)).reply();

        assertThat(reply).isInstanceOf(Reply.StaleEpoch.class);
        assertThat(reply.row().epoch()).isEqualTo(2);
        assertThat(table.load(OTHER)).isEmpty();
        assertThatExceptionOfType(ReplicaException.Refused.class)
                .isThrownBy(() -> rows.scan(new Scan(1, Samples.BUCKET, "", "", true, 9, false)))
                .withMessageContaining("epoch 2");
    }

    @Test
    void rowsFromBeforeATableJoinedAreNotThere() throws Exception {
        InitializedTables.initialize(table);
        Request old = new Request.PreAccept(new Instance(1, 0, 1), VALUE, List.of());
        send(old, null);

        rows.order(new TableOrder.Join(2, "", ""));

        assertThat(send(new Request.Read(2, 0), null).reply()).isInstanceOf(Reply.NotReady.class);
        send(new Request.Seed(2, seeded(BALLOT)), null);
        assertThat(send(new Request.Read(2, 0), null).reply().row()).isEqualTo(seeded(BALLOT));
    }

    @Test
    void aTableThatServedTheEpochCannotJoinInIt() throws Exception {
        InitializedTables.initialize(table);
        rows.order(new TableOrder.Raise(2));

        assertThat(rows.order(new TableOrder.Join(2, "", "")).membership())
                .isEqualTo(new Membership(2, 0, Membership.State.ACTIVE));
        assertThat(rows.order(new TableOrder.Join(3, "", "")).membership())
                .isEqualTo(new Membership(3, 3, Membership.State.JOINING));
    }

    @Test
    void anEmptyTableWaitsForTheOrderThatNamesIt() throws Exception {
        rows.enter(
                new StoreStartup("it", new Seat("giza", DC, 2, 2, MEMBERS), true, true, 0, "me"));
        assertThat(table.membership().isInitialized()).isFalse();
        assertThat(send(new Request.Read(2, 0), null).reply()).isInstanceOf(Reply.NotReady.class);
        assertThatExceptionOfType(ReplicaException.NotReady.class)
                .isThrownBy(() -> rows.scan(new Scan(2, Samples.BUCKET, "", "", true, 9, false)));
        assertThatExceptionOfType(ReplicaException.NotReady.class)
                .isThrownBy(
                        () ->
                                rows.history(
                                        new MetadataReplica.Range(
                                                KEY, 1, 9, MetadataReplica.Range.Kept.NEWEST)));

        rows.order(new TableOrder.Raise(2, MEMBERS));
        rows.order(new TableOrder.Join(2, "another", MEMBERS));
        rows.order(new TableOrder.Join(2, "me", "dc1,dc2,dc3"));
        assertThat(table.membership().isInitialized()).isFalse();

        assertThat(rows.order(new TableOrder.Join(2, "me", MEMBERS)).membership().isJoining())
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("everythingOfEpochTwo")
    void noMessageRaisesTheEpoch(Request request) throws Exception {
        InitializedTables.initialize(table);

        Answer answer = send(request, OTHER);

        assertThat(answer.reply()).isEqualTo(new Reply.NotReady(Row.ABSENT));
        assertThat(answer.witnessed()).isEmpty();
        assertThatExceptionOfType(ReplicaException.NotReady.class)
                .isThrownBy(
                        () ->
                                rows.scan(
                                        new Scan(
                                                Membership.LAST_EPOCH,
                                                Samples.BUCKET,
                                                "",
                                                "",
                                                true,
                                                9,
                                                false)));
        rows.order(new TableOrder.Keys(2, null, 9));
        rows.order(new TableOrder.Activate(2));
        assertThat(table.membership()).isEqualTo(Membership.UNINITIALIZED.founded(1));
    }

    @Test
    void anOrderRaisesTheEpochByOneAtMost() throws Exception {
        InitializedTables.initialize(table);

        rows.order(new TableOrder.Raise(3));
        rows.order(new TableOrder.Raise(Membership.LAST_EPOCH));
        assertThat(table.membership().epoch()).isEqualTo(1);
        rows.order(new TableOrder.Raise(2));
        assertThat(table.membership().epoch()).isEqualTo(2);
    }

    @Test
    void theFirstStoreThatIsToldOfHasThePlaceForTheEpoch() throws Exception {
        InitializedTables.initialize(table);
        Occupant first = new Occupant(new DcName("dc1"), Occupant.Part.ROWS, "first");
        Occupant second = new Occupant(new DcName("dc1"), Occupant.Part.ROWS, "second");
        Occupant unplaced = new Occupant(new DcName("dc2"), Occupant.Part.ROWS, "unplaced");

        rows.order(new TableOrder.Seat(2, "dc1,dc2,dc3;dc1@2", first));
        rows.order(new TableOrder.Seat(2, "dc1,dc2,dc3;dc1@2", second));
        rows.order(new TableOrder.Seat(2, "dc1,dc2,dc3;dc1@2", unplaced));

        assertThat(table.membership().hasOccupant(2, first)).isTrue();
        assertThat(table.membership().occupants()).containsExactly(first);
        rows.order(new TableOrder.Seat(3, "dc1,dc2,dc3;dc1@3", second));
        assertThat(table.membership().occupants()).containsExactly(second);
        assertThat(table.membership().hasOccupant(2, first)).isFalse();
    }

    @Test
    void keysAreNamedByMembersOfTheEpochAlone() throws Exception {
        InitializedTables.initialize(table);
        Request vote = new Request.PreAccept(new Instance(1, 0, 1), VALUE, List.of());
        send(vote, null);
        rows.send(new Message(OTHER, vote, null));

        assertThat(rows.order(new TableOrder.Keys(1, null, 1)).keys()).containsExactly(KEY);
        assertThat(rows.order(new TableOrder.Keys(1, null, 1)).more()).isTrue();
        assertThat(rows.order(new TableOrder.Keys(2, KEY, 1)).keys()).isEmpty();
        rows.order(new TableOrder.Raise(2));
        assertThat(rows.order(new TableOrder.Keys(2, KEY, 1)).keys()).containsExactly(OTHER);
        assertThat(rows.order(new TableOrder.Keys(1, null, 1)).keys()).isEmpty();
        rows.order(new TableOrder.Join(3, "", ""));
        assertThat(rows.order(new TableOrder.Keys(3, null, 1)).keys()).isEmpty();
    }

    private Answer send(Request request, @Nullable ObjectKey witness) throws ReplicaException {
        return rows.send(new Message(KEY, request, witness));
    }

    private static Row seeded(Ballot promised) {
        return new Row(2, 0, 0, 1, List.of(Entry.learned(1, VALUE)), new Slot(promised, null));
    }

    private static RowTransactor transactor(RowTable table) {
        RowMetrics metrics = new RowMetrics(new SimpleMeterRegistry());
        SpillingRows rows = new SpillingRows(table, RowLimits.DEFAULTS, metrics);
        return new RowTransactor(Samples.dc(3), rows, RowTransactor.Rules.PROTOCOL);
    }
}
