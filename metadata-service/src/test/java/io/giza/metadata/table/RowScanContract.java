package io.giza.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.membership.Membership;
import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.record.SegmentList;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** What every table of rows promises to those who list them. */
abstract class RowScanContract extends RowWriteContract {
    /** In the order of UTF-8; Java would sort the pair, U+1F600, before U+FF5E. */
    private static final List<String> NAMES =
            List.of("a", "a/", "a/b", "a0", "aa", "b", "\u00e9", "\uff5e", "\ud83d\ude00");

    @Test
    void keysOfAllBucketsAreNamedInOrder() throws Exception {
        List<ObjectKey> all = new ArrayList<>();
        for (BucketId bucket : List.of(new BucketId(new UUID(-1, 1)), OTHER, Samples.BUCKET)) {
            NAMES.forEach(name -> all.add(new ObjectKey(bucket, name)));
        }
        for (ObjectKey key : all) {
            table.store(key, row(1), null);
        }
        assertThat(
                        table.replaceMembership(
                                Membership.UNINITIALIZED, Membership.UNINITIALIZED.founded(1)))
                .isTrue();
        Collections.sort(all);

        List<ObjectKey> named = new ArrayList<>();
        RowTable.KeyPage page = table.keys(null, 4);
        named.addAll(page.keys());
        while (page.hasMore()) {
            page = table.keys(page.keys().getLast(), 4);
            named.addAll(page.keys());
        }

        assertThat(named).isEqualTo(all);
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

    /** Small objects travel in their rows. */
    @Test
    void aPageOfLargeRowsEndsBeforeItsLimit() throws Exception {
        for (String name : List.of("a", "b", "c", "d", "e", "f", "g", "h")) {
            Row large = Row.ABSENT.append(value(1, 690 << 10));
            assertThat(table.store(Samples.key(name), StoredRow.whole(large), null)).isTrue();
        }

        RowPage first = scan("", "", false, 100);
        RowPage second = scan("", first.rows().getLast().name(), false, 100);

        assertThat(names(first)).containsExactly("a", "b", "c", "d", "e", "f");
        assertThat(first.more()).isTrue();
        assertThat(names(second)).containsExactly("g", "h");
        assertThat(second.more()).isFalse();
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
        } while (page.hasMore());

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

    private void storeNames() throws RowTableException {
        List<String> shuffled = new ArrayList<>(NAMES);
        Collections.shuffle(shuffled, new Random(1));
        for (String name : shuffled) {
            store(Samples.key(name));
        }
    }
}
