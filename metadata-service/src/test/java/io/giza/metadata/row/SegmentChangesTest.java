package io.giza.metadata.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.model.Bytes;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.record.Segment;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.ReplicaException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** What becomes of segments when news of their versions arrive, a process crashes or a row ends. */
class SegmentChangesTest extends SpillingRowsFixture {
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
}
