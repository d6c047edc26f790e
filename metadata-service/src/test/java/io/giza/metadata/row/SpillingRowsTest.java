package io.giza.metadata.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.metadata.table.InMemoryRowTable;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.rocks.RocksRowTable;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.record.Segment;
import io.giza.record.StoredRow;
import io.giza.record.StoredRowCodec;
import io.giza.replica.MetadataReplica.History;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.Range;
import io.giza.replica.MetadataReplica.Range.Kept;
import io.giza.replica.ReplicaException;
import io.giza.testkit.fixture.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;

class SpillingRowsTest {
    private static final ObjectKey KEY = Samples.key("object");
    private static final RowLimits SMALL = new RowLimits(1, 400, 7);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final InMemoryRowTable table = new InMemoryRowTable();

    @Test
    void aKeyOfTenThousandVersionsIsKeptWholeBehindASmallHead() throws Exception {
        keepsTenThousand(table, 1);
    }

    @Test
    void theEmbeddedTableKeepsTenThousandVersionsToo(@TempDir Path folder) throws Exception {
        try (RowTable rocks = RocksRowTable.open(folder)) {
            keepsTenThousand(rocks, 100);
        }
    }

    private void keepsTenThousand(RowTable kept, int atOnce) throws Exception {
        RowTransactor transactor = transactor(kept, RowLimits.DEFAULTS);
        long largest = 0;
        for (int first = 1; first <= 10_000; first += atOnce) {
            commit(transactor, first, first + atOnce - 1);
            largest = Math.max(largest, headBytes(kept));
        }

        assertThat(largest).isLessThan(32 << 10);
        assertThat(readUpwards(transactor, 10_000)).isEqualTo(entries(1, 10_000));
        assertThat(readDownwards(transactor, 10_000)).isEqualTo(entries(1, 10_000));
        assertThat(reply(transactor, new Request.Read(1, 0)).log())
                .isEqualTo(entries(10_000 - Acceptor.OPERATION_WINDOW + 1, 10_000));
    }

    @Test
    void thousandsOfVersionsThatArriveAtOnceAreCutIntoSegmentsOfBoundedSize() throws Exception {
        commit(transactor(table, RowLimits.DEFAULTS), 1, 4000);

        StoredRow stored = stored();
        assertThat(headBytes(table)).isLessThan(16 << 10);
        assertThat(stored.segments().firsts()).hasSizeGreaterThan(10);
        for (long first : stored.segments().firsts()) {
            Segment segment = table.load(new SegmentKey(KEY, 0, first)).orElseThrow().segment();
            assertThat(StoredRowCodec.encode(segment).size()).isLessThan(64 << 10);
        }
    }

    @Test
    void theNewestVersionsNeverLeaveTheHeadHoweverLargeTheyAre() throws Exception {
        RowTransactor transactor = transactor(table, RowLimits.DEFAULTS);
        Value large =
                new Value(1, id(1), 0, op(1), new Command.Put(Mode.UNVERSIONED, bytes(20_000)));
        List<Entry> log =
                LongStream.rangeClosed(1, 40).mapToObj(v -> Entry.learned(v, large)).toList();
        send(transactor, new Request.Commit(1, 0, log));

        assertThat(stored().row().log()).hasSize(Acceptor.OPERATION_WINDOW);
        assertThat(readUpwards(transactor, 40)).isEqualTo(log);
    }

    @Test
    void aVersionThatIsNeverResolvedDoesNotKeepTheHeadFromShrinking() throws Exception {
        RowTransactor transactor = transactor(table, SMALL);
        for (long version = 1; version <= 60; version++) {
            commit(transactor, version, version);
            if (version > 1) {
                resolve(transactor, resolved(version));
            }
        }

        assertThat(stored().row().log()).hasSize(Acceptor.OPERATION_WINDOW);
        assertThat(resolution(transactor, 1)).isEqualTo(Resolution.UNRESOLVED);
        assertThat(resolution(transactor, 2)).isEqualTo(Resolution.VISIBLE);
    }

    @Test
    void whatBecomesKnownOfAVersionInASegmentIsWrittenThere() throws Exception {
        RowTransactor transactor = transactor(table, SMALL);
        commit(transactor, 1, 60);

        resolve(transactor, new Entry(3, value(3), Resolution.ABORTED));
        resolve(transactor, resolved(5));
        send(transactor, new Request.Commit(0, 0, List.of(resolved(7))));

        assertThat(resolution(transactor, 3)).isEqualTo(Resolution.ABORTED);
        assertThat(resolution(transactor, 4)).isEqualTo(Resolution.UNRESOLVED);
        assertThat(resolution(transactor, 5)).isEqualTo(Resolution.VISIBLE);
        assertThat(resolution(transactor, 7)).isEqualTo(Resolution.UNRESOLVED);
        resolve(transactor, resolved(3));
        assertThat(resolution(transactor, 3)).isEqualTo(Resolution.ABORTED);
    }

    @Test
    void whatADeletedVersionSaidIsDroppedWhereverItIs() throws Exception {
        RowTransactor transactor = transactor(table, SMALL);
        commit(transactor, 1, 60);
        Entry ofOld = Entry.learned(61, ending(Value.Kind.DELETE_VERSIONS, 61, 3));
        Entry ofNew = Entry.learned(62, ending(Value.Kind.DELETE_VERSIONS, 62, 60));

        // A row that does not know the deletion yet would show an empty version.
        Request early = new Request.Truncate(1, 0, ofOld);
        assertThat(transactor.send(new Message(KEY, early, null)).reply())
                .isInstanceOf(Reply.Lagging.class);
        assertThat(at(transactor, 3).value().body()).isNotEqualTo(Bytes.EMPTY);

        resolve(transactor, ofOld);
        resolve(transactor, ofNew);
        send(transactor, early);
        send(transactor, new Request.Truncate(1, 0, ofNew));
        send(transactor, early);

        for (long version : new long[] {3, 60}) {
            assertThat(at(transactor, version).value())
                    .isEqualTo(value(version).withoutBody())
                    .matches(value(version)::isSame);
        }
        assertThat(at(transactor, 4).value()).isEqualTo(value(4));
        assertThat(at(transactor, 59).value()).isEqualTo(value(59));
        assertThat(readUpwards(transactor, 62)).hasSize(62);
    }

    @Test
    void anotherValueForAVersionInASegmentStopsTheRequest() throws Exception {
        RowTransactor transactor = transactor(table, SMALL);
        commit(transactor, 1, 60);
        Entry other = new Entry(5, value(77), Resolution.VISIBLE);

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> send(transactor, new Request.Commit(1, 0, List.of(other))))
                .withMessageContaining("two values chosen as one version");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 5, 30})
    void aSegmentThatACrashLeftIsUnitedWithWhatIsWanted(long last) throws Exception {
        List<Entry> left = new ArrayList<>(entries(1, last));
        left.set(0, resolved(1));
        table.store(new SegmentKey(KEY, 0, 1), new Segment(left), null);

        RowTransactor transactor = transactor(table, new RowLimits(1, 1_000_000, 100));
        commit(transactor, 1, 26);

        assertThat(stored().segments().firsts()).containsExactly(1L);
        assertThat(resolution(transactor, 1)).isEqualTo(Resolution.VISIBLE);
        assertThat(readUpwards(transactor, 26).subList(1, 26)).isEqualTo(entries(2, 26));
    }

    @Test
    void aSegmentOfAnEarlierLifeOfTheRowIsReplaced() throws Exception {
        List<Entry> earlier =
                LongStream.rangeClosed(1, 30)
                        .mapToObj(v -> Entry.learned(v, value(1000 + v)))
                        .toList();
        table.store(new SegmentKey(KEY, 0, 1), new Segment(earlier), null);

        RowTransactor transactor = transactor(table, SMALL);
        commit(transactor, 1, 40);

        assertThat(readUpwards(transactor, 40)).isEqualTo(entries(1, 40));
    }

    @Test
    void aRowThatBeginsANewLifeLeavesNoSegmentOfItsOldOne() throws Exception {
        RowTransactor transactor = transactor(table, SMALL);
        commit(transactor, 1, 60);
        Value remove = ending(Value.Kind.REMOVE, 61, 4);
        Value drop = ending(Value.Kind.DROP, 62, 0);
        List<Entry> end = List.of(Entry.learned(61, remove), Entry.learned(62, drop));
        send(transactor, new Request.Commit(1, 0, end));
        List<Long> firsts = stored().segments().firsts();
        long unused = stored().row().firstHeld();
        List<Entry> left = entries(unused, unused);
        table.store(new SegmentKey(KEY, 0, unused), new Segment(left), null);

        send(transactor, new Request.Remove(1, 4));

        assertThat(stored()).isEqualTo(StoredRow.whole(Row.empty(1, 4)));
        assertThat(firsts).isNotEmpty();
        for (long first : firsts) {
            assertThat(table.load(new SegmentKey(KEY, 0, first))).isEmpty();
        }
        assertThat(table.load(new SegmentKey(KEY, 0, unused))).isEmpty();
    }

    @Test
    void aRowThatLacksASegmentSaysSo() throws Exception {
        RowTransactor transactor = transactor(table, SMALL);
        commit(transactor, 1, 60);
        table.delete(new SegmentKey(KEY, 0, stored().segments().holding(10)));

        assertThatExceptionOfType(ReplicaException.Failed.class)
                .isThrownBy(() -> readUpwards(transactor, 60))
                .withMessageContaining("lacks a segment");
    }

    @Test
    void aPageOfHistoryIsBoundedInVersionsAndBytes() throws Exception {
        RowTransactor transactor = transactor(table, RowLimits.DEFAULTS);
        Value large =
                new Value(1, id(1), 0, op(1), new Command.Put(Mode.UNVERSIONED, bytes(100_000)));
        commit(transactor, 1, 600);
        List<Entry> more =
                LongStream.rangeClosed(601, 640).mapToObj(v -> Entry.learned(v, large)).toList();
        send(transactor, new Request.Commit(1, 0, more));

        assertThat(transactor.history(new Range(KEY, 1, 640, Kept.OLDEST)).entries()).hasSize(500);
        assertThat(transactor.history(new Range(KEY, 1, 640, Kept.NEWEST)).entries()).hasSize(10);
        assertThat(transactor.history(new Range(KEY, 599, 602, Kept.NEWEST)).entries())
                .extracting(Entry::version)
                .containsExactly(599L, 600L, 601L, 602L);
        assertThat(transactor.history(new Range(KEY, 641, 650, Kept.OLDEST)))
                .isEqualTo(new History(0, List.of()));
    }

    @Test
    void metersTellWhatHappenedToRowsAndSegments() throws Exception {
        RowTransactor transactor = transactor(table, SMALL);
        commit(transactor, 1, 60);
        resolve(transactor, resolved(3));
        readUpwards(transactor, 60);

        assertThat(meters.get("giza.row.bytes").summary().count()).isEqualTo(1);
        for (String op : List.of("spilled", "rewritten", "read")) {
            assertThat(meters.get("giza.row.segments").tag("op", op).counter().count())
                    .isPositive();
        }
    }

    private RowTransactor transactor(RowTable kept, RowLimits limits) {
        return new RowTransactor(
                Samples.dc(1),
                new SpillingRows(
                        InitializedTables.initialize(kept), limits, new RowMetrics(meters)),
                RowTransactor.Rules.PROTOCOL);
    }

    private static void commit(RowTransactor transactor, long first, long last)
            throws ReplicaException {
        send(transactor, new Request.Commit(1, 0, entries(first, last)));
    }

    private static void resolve(RowTransactor transactor, Entry news) throws ReplicaException {
        send(transactor, new Request.Commit(1, 0, List.of(news)));
    }

    private static void send(RowTransactor transactor, Request request) throws ReplicaException {
        reply(transactor, request);
    }

    private static Row reply(RowTransactor transactor, Request request) throws ReplicaException {
        return transactor.send(new Message(KEY, request, null)).reply().row();
    }

    private static Resolution resolution(RowTransactor transactor, long version)
            throws ReplicaException {
        return at(transactor, version).resolution();
    }

    private static Entry at(RowTransactor transactor, long version) throws ReplicaException {
        return transactor
                .history(new Range(KEY, version, version, Kept.OLDEST))
                .entries()
                .getFirst();
    }

    private static List<Entry> readUpwards(RowTransactor transactor, long last)
            throws ReplicaException {
        List<Entry> all = new ArrayList<>();
        while (all.size() < last) {
            Range range = new Range(KEY, all.size() + 1, last, Kept.OLDEST);
            all.addAll(transactor.history(range).entries());
        }
        return all;
    }

    private static List<Entry> readDownwards(RowTransactor transactor, long last)
            throws ReplicaException {
        List<Entry> all = new ArrayList<>();
        while (all.size() < last) {
            Range range = new Range(KEY, 1, last - all.size(), Kept.NEWEST);
            all.addAll(0, transactor.history(range).entries());
        }
        return all;
    }

    private StoredRow stored() {
        return table.load(KEY).orElseThrow().stored();
    }

    private static long headBytes(RowTable kept) throws RowTableException {
        return StoredRowCodec.encode(kept.load(KEY).orElseThrow().stored()).size();
    }

    private static List<Entry> entries(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(version -> Entry.learned(version, value(version)))
                .toList();
    }

    private static Entry resolved(long version) {
        return new Entry(version, value(version), Resolution.VISIBLE);
    }

    private static Value value(long number) {
        return new Value(
                1, id(number), 0, op(number), new Command.Put(Mode.UNVERSIONED, bytes(200)));
    }

    private static Value ending(Value.Kind kind, long number, long argument) {
        return new Value(1, id(number), 0, op(number), Command.of(kind, argument, Bytes.EMPTY));
    }

    private static PutId id(long number) {
        return new PutId(new UUID(1, number));
    }

    private static OpId op(long number) {
        return new OpId(new UUID(2, number));
    }

    private static Bytes bytes(int length) {
        return Bytes.copyOf(new byte[length]);
    }
}
