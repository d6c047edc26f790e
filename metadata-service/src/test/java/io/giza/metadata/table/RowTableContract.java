package io.giza.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.metadata.table.RowTable.Tag;
import io.giza.metadata.table.RowTable.TaggedSegment;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.UUID;

/** What every table of rows promises, of rows and of segments. */
public abstract class RowTableContract extends RowScanContract {
    @Test
    void aSegmentThatWasNeverStoredIsAbsent() throws Exception {
        assertThat(table.load(segmentKey(1))).isEmpty();
        table.delete(segmentKey(1));
        assertThat(table.load(segmentKey(1))).isEmpty();
    }

    @Test
    void aSegmentIsInsertedOnceAndChangedByItsTagAlone() throws Exception {
        assertThat(table.store(segmentKey(1), segment(1, 3), null)).isTrue();
        Tag first = tag(segmentKey(1));

        assertThat(table.store(segmentKey(1), segment(1, 4), null)).isFalse();
        assertThat(table.store(segmentKey(1), segment(1, 5), first)).isTrue();
        assertThat(table.store(segmentKey(1), segment(1, 6), first)).isFalse();
        assertThat(table.load(segmentKey(1)).map(TaggedSegment::segment)).contains(segment(1, 5));
        assertThat(tag(segmentKey(1))).isNotEqualTo(first);
    }

    @Test
    void aDeletedSegmentIsGoneAndItsTagWorthNothing() throws Exception {
        assertThat(table.store(segmentKey(1), segment(1, 3), null)).isTrue();
        assertThat(table.store(segmentKey(4), segment(4, 5), null)).isTrue();
        Tag tag = tag(segmentKey(1));
        table.delete(segmentKey(1));

        assertThat(table.load(segmentKey(1))).isEmpty();
        assertThat(table.store(segmentKey(1), segment(1, 4), tag)).isFalse();
        assertThat(table.load(segmentKey(4)).map(TaggedSegment::segment)).contains(segment(4, 5));
        assertThat(table.store(segmentKey(1), segment(1, 4), null)).isTrue();
    }

    @Test
    void segmentsOfOtherRowsIncarnationsAndVersionsAreOthers() throws Exception {
        List<SegmentKey> keys =
                List.of(
                        segmentKey(1),
                        segmentKey(257),
                        new SegmentKey(KEY, 1, 1),
                        new SegmentKey(Samples.key("object\u0000"), 0, 1),
                        new SegmentKey(Samples.key("objects"), 0, 1),
                        new SegmentKey(new ObjectKey(OTHER, "object"), 0, 1));
        for (int i = 0; i < keys.size(); i++) {
            assertThat(table.store(keys.get(i), segment(1, i + 1), null)).isTrue();
        }

        for (int i = 0; i < keys.size(); i++) {
            assertThat(table.load(keys.get(i)).map(TaggedSegment::segment))
                    .contains(segment(1, i + 1));
        }
    }

    @Test
    void noScanOrRowMeetsASegment() throws Exception {
        store(KEY);
        assertThat(table.store(segmentKey(1), segment(1, 2), null)).isTrue();
        assertThat(table.store(new SegmentKey(Samples.key("p"), 0, 1), segment(1, 2), null))
                .isTrue();

        assertThat(names(scan("", "", false, 10))).containsExactly("object");
        assertThat(table.load(Samples.key("p"))).isEmpty();
        for (BucketId bucket :
                List.of(
                        new BucketId(new UUID(0, 0)),
                        new BucketId(new UUID(-1, -1)),
                        new BucketId(new UUID(0x0100000000000000L, 7)))) {
            assertThat(table.scan(new Scan(bucket, "", "", true, 10), 0).rows()).isEmpty();
        }
    }

    @Test
    void ofManyWhoInsertOneSegmentExactlyOneSucceeds() throws Exception {
        List<Boolean> stored =
                inParallel(writer -> table.store(segmentKey(1), segment(1, writer + 1), null));

        assertThat(stored).filteredOn(won -> won).hasSize(1);
        assertThat(table.load(segmentKey(1)).map(TaggedSegment::segment))
                .contains(segment(1, stored.indexOf(true) + 1));
    }

    private Tag tag(SegmentKey key) throws RowTableException {
        return table.load(key).orElseThrow().tag();
    }
}
