package io.giza.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.metadata.table.RowTable.Tag;
import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.metadata.table.RowTable.TaggedSegment;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Membership;
import io.giza.paxos.Row;
import io.giza.paxos.Segment;
import io.giza.paxos.SegmentList;
import io.giza.paxos.Slot;
import io.giza.paxos.StoredRow;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** What every table of rows promises. */
abstract class RowTableContract {
    private static final int WRITERS = 32;
    private static final ObjectKey KEY = Samples.key("object");
    private static final BucketId OTHER = new BucketId(new UUID(7, 12));

    /** In the order of UTF-8; Java would sort the pair, U+1F600, before U+FF5E. */
    private static final List<String> NAMES =
            List.of("a", "a/", "a/b", "a0", "aa", "b", "\u00e9", "\uff5e", "\ud83d\ude00");

    private RowTable table;

    abstract RowTable open() throws Exception;

    @BeforeEach
    void openTable() throws Exception {
        table = open();
    }

    @AfterEach
    void closeTable() {
        table.close();
    }

    @Test
    void aMembershipIsReplacedOnlyAsItStands() throws Exception {
        Membership two = Membership.UNTOLD.seeing(2);
        assertThat(table.membership()).isEqualTo(Membership.UNTOLD);

        assertThat(table.replaceMembership(two, two.seeing(3))).isFalse();
        assertThat(table.replaceMembership(Membership.UNTOLD, two)).isTrue();

        assertThat(table.membership()).isEqualTo(two);
        assertThat(table.keys(null, 1).keys()).isEmpty();
    }

    @Test
    void aRowOfAnEpochThatEndedIsNotWritten() throws Exception {
        assertThat(table.store(KEY, row(1), null)).isTrue();
        Tag tag = table.load(KEY).orElseThrow().tag();
        assertThat(table.replaceMembership(Membership.UNTOLD, Membership.UNTOLD.seeing(2)))
                .isTrue();

        assertThat(table.store(KEY, row(1), tag)).isFalse();
        assertThat(table.store(KEY, row(2), tag)).isTrue();
    }

    @Test
    void keysOfAllBucketsAreNamedInOrder() throws Exception {
        List<ObjectKey> all = new ArrayList<>();
        for (BucketId bucket : List.of(new BucketId(new UUID(-1, 1)), OTHER, Samples.BUCKET)) {
            NAMES.forEach(name -> all.add(new ObjectKey(bucket, name)));
        }
        for (ObjectKey key : all) {
            table.store(key, row(1), null);
        }
        assertThat(table.replaceMembership(Membership.UNTOLD, Membership.UNTOLD.seeing(1)))
                .isTrue();
        Collections.sort(all);

        List<ObjectKey> named = new ArrayList<>();
        RowTable.KeyPage page = table.keys(null, 4);
        named.addAll(page.keys());
        while (page.more()) {
            page = table.keys(page.keys().getLast(), 4);
            named.addAll(page.keys());
        }

        assertThat(named).isEqualTo(all);
    }

    @Test
    void aRowThatWasNeverStoredIsAbsent() throws Exception {
        assertThat(table.load(KEY)).isEmpty();
        assertThat(scan("", "", false, 10)).isEqualTo(new RowPage(List.of(), false));
    }

    @Test
    void aStoredRowIsLoadedAsItWas() throws Exception {
        assertThat(table.store(KEY, row(1), null)).isTrue();

        assertThat(table.load(KEY).map(TaggedRow::stored)).contains(row(1));
        assertThat(table.load(Samples.key("objects"))).isEmpty();
        assertThat(table.load(new ObjectKey(OTHER, "object"))).isEmpty();
    }

    @Test
    void onlyTheTagOfTheStoredRowLetsAnotherTakeItsPlace() throws Exception {
        assertThat(table.store(KEY, row(1), null)).isTrue();
        Tag first = tag();

        assertThat(table.store(KEY, row(2), first)).isTrue();
        assertThat(tag()).isNotEqualTo(first);
        assertThat(table.store(KEY, row(3), first)).isFalse();
        assertThat(table.store(KEY, row(3), null)).isFalse();
        assertThat(table.load(KEY).map(TaggedRow::stored)).contains(row(2));
    }

    @Test
    void aTagWithoutARowLetsNothingBeStored() throws Exception {
        assertThat(table.store(KEY, row(1), null)).isTrue();

        assertThat(table.store(Samples.key("absent"), row(1), tag())).isFalse();
        assertThat(table.load(Samples.key("absent"))).isEmpty();
    }

    @Test
    void aRowThatIsStoredAgainAsItWasHasAnotherTag() throws Exception {
        assertThat(table.store(KEY, row(1), null)).isTrue();
        Set<Tag> tags = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            assertThat(tags.add(tag())).isTrue();
            assertThat(table.store(KEY, row(1), tag())).isTrue();
        }
    }

    @Test
    void ofManyWhoRaceForOneTagExactlyOneWins() throws Exception {
        for (int round = 0; round < 10; round++) {
            Tag tag = round == 0 ? null : tag();
            int number = round * WRITERS;
            List<Boolean> stored = together(writer -> table.store(KEY, row(number + writer), tag));

            assertThat(stored).filteredOn(won -> won).hasSize(1);
            assertThat(table.load(KEY).map(TaggedRow::stored))
                    .contains(row(number + stored.indexOf(true)));
        }
    }

    @Test
    void noWriteOfManyThatCountTogetherIsLost() throws Exception {
        int each = 5;
        List<Boolean> done =
                together(
                        _ -> {
                            for (int left = each; left > 0; ) {
                                var before = table.load(KEY);
                                long epoch = before.map(b -> b.row().epoch()).orElse(0L);
                                Tag tag = before.isPresent() ? before.get().tag() : null;
                                left -= table.store(KEY, row(epoch + 1), tag) ? 1 : 0;
                            }
                            return true;
                        });

        assertThat(done).hasSize(WRITERS);
        assertThat(table.load(KEY).orElseThrow().row().epoch()).isEqualTo(WRITERS * each);
    }

    @Test
    void writersOfDifferentRowsDoNotDisturbEachOther() throws Exception {
        List<Boolean> stored =
                together(writer -> table.store(Samples.key("k" + writer), row(writer), null));

        assertThat(stored).doesNotContain(false);
        for (int writer = 0; writer < WRITERS; writer++) {
            assertThat(table.load(Samples.key("k" + writer)).map(TaggedRow::stored))
                    .contains(row(writer));
        }
    }

    @Test
    void aScanIsInTheOrderOfTheBytesOfUtf8() throws Exception {
        storeNames();

        assertThat(names(scan("", "", false, 100))).containsExactlyElementsOf(NAMES);
    }

    @Test
    void aScanStaysInItsBucketAndPrefix() throws Exception {
        storeNames();
        store(new ObjectKey(OTHER, "a/z"));
        store(new ObjectKey(new BucketId(new UUID(7, 10)), "a/y"));

        assertThat(names(scan("a/", "", false, 100))).containsExactly("a/", "a/b");
        assertThat(names(scan("a", "", false, 100))).containsExactly("a", "a/", "a/b", "a0", "aa");
        assertThat(names(scan("\ud83d\ude00", "", true, 100))).containsExactly("\ud83d\ude00");
        assertThat(names(scan("z", "", false, 100))).isEmpty();
    }

    @Test
    void aScanBeginsAfterANameOrAtIt() throws Exception {
        storeNames();

        assertThat(names(scan("", "a/b", false, 2))).containsExactly("a0", "aa");
        assertThat(names(scan("", "a/b", true, 2))).containsExactly("a/b", "a0");
        assertThat(names(scan("", "a/a", true, 2))).containsExactly("a/b", "a0");
        assertThat(names(scan("", "\uff5e", false, 2))).containsExactly("\ud83d\ude00");
        assertThat(names(scan("", "\ud83d\ude00", false, 2))).isEmpty();
    }

    @Test
    void afterAndPrefixBothHold() throws Exception {
        storeNames();

        assertThat(names(scan("a/", "a/", false, 100))).containsExactly("a/b");
        assertThat(names(scan("a/", "a/", true, 100))).containsExactly("a/", "a/b");
        assertThat(names(scan("a/", "Z", true, 100))).containsExactly("a/", "a/b");
        assertThat(names(scan("a/", "b", true, 100))).isEmpty();
    }

    @Test
    void aPageSaysWhetherRowsOfItsRangeAreLeft() throws Exception {
        storeNames();

        assertThat(scan("a/", "", false, 1).more()).isTrue();
        assertThat(scan("a/", "", false, 2).more()).isFalse();
        assertThat(scan("", "", false, NAMES.size()).more()).isFalse();
        assertThat(scan("", "", false, NAMES.size() - 1).more()).isTrue();
    }

    @Test
    void pageByPageEveryRowIsSeenOnce() throws Exception {
        storeNames();
        List<String> seen = new ArrayList<>();
        RowPage page;
        do {
            page = scan("", seen.isEmpty() ? "" : seen.getLast(), false, 2);
            seen.addAll(names(page));
        } while (page.more());

        assertThat(seen).containsExactlyElementsOf(NAMES);
    }

    @Test
    void aScanStaysInItsShard() throws Exception {
        BucketId sharded = BucketId.random(new Random(5), 4);
        List<String> stored = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            stored.add("name-%02d".formatted(i));
            store(new ObjectKey(sharded, stored.getLast()));
        }
        for (int shard = 0; shard < 4; shard++) {
            int wanted = shard;
            List<String> own =
                    stored.stream()
                            .filter(name -> new ObjectKey(sharded, name).shard() == wanted)
                            .toList();
            Scan all = new Scan(sharded, "", "", false, 100);
            Scan half = new Scan(sharded, "", own.get(1), true, 2);

            assertThat(names(table.scan(all, shard))).containsExactlyElementsOf(own);
            assertThat(names(table.scan(half, shard))).containsExactly(own.get(1), own.get(2));
            assertThat(table.scan(half, shard).more()).isTrue();
        }
        assertThat(names(scan("", "", false, 100))).isEmpty();
    }

    @Test
    void keysOfAllShardsAreNamedInTheirOrder() throws Exception {
        BucketId sharded = BucketId.random(new Random(6), 8);
        List<ObjectKey> stored = new ArrayList<>(List.of(KEY));
        for (int i = 0; i < 30; i++) {
            stored.add(new ObjectKey(sharded, "name-%02d".formatted(i)));
        }
        for (ObjectKey key : stored) {
            store(key);
        }
        List<ObjectKey> named = new ArrayList<>();
        RowTable.KeyPage page;
        do {
            page = table.keys(named.isEmpty() ? null : named.getLast(), 4);
            named.addAll(page.keys());
        } while (page.more());

        assertThat(named).containsExactlyElementsOf(stored.stream().sorted().toList());
    }

    @Test
    void aScannedRowShowsTheNewestOfItsLog() throws Exception {
        Row log = Row.ABSENT.append(value(1)).append(value(2)).append(value(3)).append(value(4));
        StoredRow stored = new StoredRow(log.since(2), new SegmentList(List.of(1L)));
        assertThat(table.store(KEY, stored, null)).isTrue();

        assertThat(table.load(KEY).map(TaggedRow::stored)).contains(stored);
        assertThat(scan("", "", false, 1).rows())
                .containsExactly(new NamedRow("object", log.since(3)));
    }

    @Test
    void aScanSeesWhatWasStoredLast() throws Exception {
        store(KEY);
        assertThat(table.store(KEY, row(9), tag())).isTrue();

        assertThat(scan("", "", false, 1).rows())
                .containsExactly(new NamedRow("object", row(9).row()));
    }

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
                together(writer -> table.store(segmentKey(1), segment(1, writer + 1), null));

        assertThat(stored).filteredOn(won -> won).hasSize(1);
        assertThat(table.load(segmentKey(1)).map(TaggedSegment::segment))
                .contains(segment(1, stored.indexOf(true) + 1));
    }

    static SegmentKey segmentKey(long first) {
        return new SegmentKey(KEY, 0, first);
    }

    /** Returns a segment of these versions. */
    static Segment segment(long first, long last) {
        return new Segment(
                LongStream.rangeClosed(first, last)
                        .mapToObj(version -> Entry.learned(version, value((int) version)))
                        .toList());
    }

    private Tag tag(SegmentKey key) throws RowTableException {
        return table.load(key).orElseThrow().tag();
    }

    static StoredRow row(long number) {
        return StoredRow.whole(new Row(number, 0, 0, 0, List.of(), Slot.UNTOUCHED));
    }

    static Value value(int number) {
        return new Value(
                1,
                new PutId(new UUID(1, number)),
                Value.Kind.PUT,
                0,
                0,
                new OpId(new UUID(2, number)),
                Bytes.EMPTY);
    }

    static void assertFails(Callable<?> operation, String message) {
        assertThatThrownBy(operation::call)
                .isInstanceOf(RowTableException.class)
                .hasMessageContaining(message);
    }

    private interface Writing {
        boolean by(int writer) throws Exception;
    }

    /** Lets all writers begin at the same time. */
    private static List<Boolean> together(Writing writing) throws Exception {
        CountDownLatch ready = new CountDownLatch(WRITERS);
        List<Future<Boolean>> futures = new ArrayList<>();
        List<Boolean> results = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(WRITERS)) {
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                futures.add(
                        executor.submit(
                                () -> {
                                    ready.countDown();
                                    ready.await();
                                    return writing.by(writer);
                                }));
            }
            for (Future<Boolean> future : futures) {
                results.add(future.get());
            }
        }
        return results;
    }

    private void storeNames() throws RowTableException {
        List<String> shuffled = new ArrayList<>(NAMES);
        Collections.shuffle(shuffled, new Random(1));
        for (String name : shuffled) {
            store(Samples.key(name));
        }
    }

    private void store(ObjectKey key) throws RowTableException {
        assertThat(table.store(key, row(1), null)).isTrue();
    }

    private Tag tag() throws RowTableException {
        return table.load(KEY).orElseThrow().tag();
    }

    private RowPage scan(String prefix, String after, boolean inclusive, int limit)
            throws RowTableException {
        return table.scan(new Scan(Samples.BUCKET, prefix, after, inclusive, limit), 0);
    }

    private static List<String> names(RowPage page) {
        return page.rows().stream().map(NamedRow::name).toList();
    }
}
