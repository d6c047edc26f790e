package io.giza.metadata.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.metadata.table.azure.AzureRowTable;
import io.giza.metadata.table.azure.AzuriteTables;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Instance;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Slot;
import io.giza.paxos.Vote;
import io.giza.record.SegmentList;
import io.giza.record.StoredRow;
import io.giza.record.StoredRowCodec;
import io.giza.replica.Account;
import io.giza.replica.MetadataReplica.History;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.Range;
import io.giza.testkit.azure.NeedsAzurite;
import io.giza.testkit.fixture.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

/** A key of many versions at Azure: its head stays small, its segments fit into entities. */
@NeedsAzurite
class AzureVersionsTest {
    private static final ObjectKey KEY = Samples.key("much/written");
    private static final int VERSIONS = 1000;
    private static final int AT_ONCE = 50;

    private static AzuriteTables azurite;

    @BeforeAll
    static void start() {
        azurite = new AzuriteTables();
    }

    @AfterAll
    static void stop() {
        azurite.close();
    }

    /** Objects that travel in their records, each of the greatest size and with much metadata. */
    @Test
    void theLargestHeadThatGatewaysCanMakeFits() throws Exception {
        int bytes = Account.MOST_INLINE + (8 << 10);
        try (AzureRowTable table = AzuriteTables.open(azurite.fresh())) {
            RowTransactor rows = rows(table);
            List<Entry> log =
                    IntStream.rangeClosed(1, 40).mapToObj(each -> entry(each, bytes)).toList();
            rows.send(new Message(KEY, new Request.Commit(1, 0, log), null));
            Value next = entry(41, bytes).value();
            Request vote = new Request.PreAccept(new Instance(1, 0, 41), next, List.of());

            assertThat(rows.send(new Message(KEY, vote, null)).reply())
                    .isInstanceOf(Reply.Voted.class);
            StoredRow head = table.load(KEY).orElseThrow().stored();
            assertThat(StoredRowCodec.encode(head).size()).isGreaterThan(17 * bytes);
            assertThat(head.row().open())
                    .isEqualTo(new Slot(Ballot.FAST, new Vote(Ballot.FAST, next)));
        }
    }

    @Test
    void aKeyWithAThousandLiveVersionsIsReadWholeAndRemoved() throws Exception {
        try (AzureRowTable table = AzuriteTables.open(azurite.fresh())) {
            RowTransactor rows = rows(table);
            List<Entry> log = new ArrayList<>();
            for (int version = 1; version <= VERSIONS; version++) {
                log.add(entry(version, 300));
                if (version % AT_ONCE == 0) {
                    Request commit =
                            new Request.Commit(1, 0, log.subList(version - AT_ONCE, version));
                    assertThat(rows.send(new Message(KEY, commit, null)).reply().row().chosen())
                            .isEqualTo(version);
                }
            }

            StoredRow head = table.load(KEY).orElseThrow().stored();
            assertThat(StoredRowCodec.encode(head).size()).isLessThan(32 << 10);
            assertThat(head.segments().firsts()).hasSizeGreaterThan(4);
            assertThat(readUpwards(rows)).isEqualTo(log);

            Entry third = new Entry(3, log.get(2).value(), Resolution.VISIBLE);
            rows.send(new Message(KEY, new Request.Commit(1, 0, List.of(third)), null));
            assertThat(readUpwards(rows).get(2).resolution()).isEqualTo(Resolution.VISIBLE);

            SegmentList segments = head.segments();
            for (long first : segments.firsts()) {
                table.delete(new SegmentKey(KEY, 0, first));
                assertThat(table.load(new SegmentKey(KEY, 0, first))).isEmpty();
            }
        }
    }

    private static RowTransactor rows(AzureRowTable table) {
        RowMetrics metrics = new RowMetrics(new SimpleMeterRegistry());
        return new RowTransactor(
                Samples.dc(1),
                new SpillingRows(InitializedTables.initialize(table), RowLimits.DEFAULTS, metrics),
                RowTransactor.Rules.PROTOCOL);
    }

    private static List<Entry> readUpwards(RowTransactor rows) throws Exception {
        List<Entry> all = new ArrayList<>();
        while (all.size() < VERSIONS) {
            History page =
                    rows.history(new Range(KEY, all.size() + 1L, VERSIONS, Range.Kept.OLDEST));
            assertThat(page.entries()).isNotEmpty();
            all.addAll(page.entries());
        }
        return all;
    }

    private static Entry entry(int version, int bytes) {
        Bytes body = Bytes.copyOf(Samples.bytes(bytes, new Random(version)));
        return Entry.learned(
                version,
                new Value(
                        1,
                        new PutId(new UUID(1, version)),
                        0,
                        new OpId(new UUID(version, 2)),
                        new Command.Put(Mode.UNVERSIONED, body)));
    }
}
