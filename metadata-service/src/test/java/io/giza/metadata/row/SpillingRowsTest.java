package io.giza.metadata.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.metadata.table.rocks.RocksRowTable;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.Value;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Request;
import io.giza.record.Segment;
import io.giza.record.StoredRow;
import io.giza.record.StoredRowCodec;
import io.giza.replica.MetadataReplica.History;
import io.giza.replica.MetadataReplica.Range;
import io.giza.replica.MetadataReplica.Range.Kept;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

/** What of a long row stays in its head, what is spilled, and how both are read. */
class SpillingRowsTest extends SpillingRowsFixture {

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
}
