package io.giza.metadata.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.metadata.table.InMemoryRowTable;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.Utf8Order;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.testkit.fixture.Seeds;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;

class ShardMergeTest {
    private static final String LETTERS = "ab/\u00e9\uff5e";

    @Test
    void agreesWithATwinThatHasNoShards() throws Exception {
        for (long seed : Seeds.first(300).toArray()) {
            compare(seed);
        }
    }

    private static void compare(long seed) throws Exception {
        Random random = new Random(seed);
        int shards = 1 << random.nextInt(9);
        BucketId bucket = BucketId.random(random, shards);
        NavigableMap<String, Row> twin = new TreeMap<>(Utf8Order.COMPARATOR);
        CountingTable table = new CountingTable(random);
        for (int left = random.nextInt(120); left > 0; left--) {
            String name = name(random, 1);
            Row row = new Row(left, 0, 0, 0, List.of(), Slot.UNTOUCHED);
            if (twin.putIfAbsent(name, row) == null) {
                table.store(new ObjectKey(bucket, name), StoredRow.whole(row), null);
            }
        }
        for (int i = 0; i < 30; i++) {
            Scan scan =
                    new Scan(
                            bucket,
                            random.nextBoolean() ? "" : name(random, 0),
                            random.nextBoolean() ? "" : name(random, 0),
                            random.nextBoolean(),
                            1 + random.nextInt(40));

            assertThat(ShardMerge.scan(table, scan))
                    .as("seed %s, %s of %s shards", seed, scan, shards)
                    .isEqualTo(unsharded(twin, scan));
        }
    }

    private static RowPage unsharded(NavigableMap<String, Row> rows, Scan scan) {
        List<NamedRow> range = new ArrayList<>();
        for (Map.Entry<String, Row> each : rows.entrySet()) {
            int order = Utf8Order.compare(each.getKey(), scan.after());
            if (each.getKey().startsWith(scan.prefix())
                    && (order > 0 || (order == 0 && scan.inclusive()))) {
                range.add(new NamedRow(each.getKey(), each.getValue()));
            }
        }
        boolean more = range.size() > scan.limit();
        return new RowPage(more ? range.subList(0, scan.limit()) : range, more);
    }

    private static String name(Random random, int shortest) {
        StringBuilder name = new StringBuilder();
        for (int left = shortest + random.nextInt(4); left > 0; left--) {
            int letter = random.nextInt(LETTERS.length() + 1);
            name.append(
                    letter == LETTERS.length()
                            ? "\ud83d\ude00"
                            : LETTERS.substring(letter, letter + 1));
        }
        return name.toString();
    }

    @Test
    void aPageReadsLittleMoreThanItReturns() throws Exception {
        for (int shards : new int[] {1, 4, 16, 64}) {
            BucketId bucket = BucketId.random(new Random(shards), shards);
            CountingTable table = new CountingTable(null);
            for (int i = 0; i < 5_000; i++) {
                ObjectKey key = new ObjectKey(bucket, "photos/%05d.jpg".formatted(i));
                table.store(key, StoredRow.ABSENT, null);
            }

            RowPage page = ShardMerge.scan(table, new Scan(bucket, "", "", false, 1000));

            assertThat(page.rows()).hasSize(1000);
            assertThat(page.more()).isTrue();
            assertThat(table.rowsRead).as("%s shards", shards).isBetween(1000, 1500);
        }
    }

    @Test
    void aLookAtOneRowReadsOneOfEachShard() throws Exception {
        BucketId bucket = BucketId.random(new Random(1), 16);
        CountingTable table = new CountingTable(null);
        for (int i = 0; i < 1_000; i++) {
            table.store(new ObjectKey(bucket, "k" + i), StoredRow.ABSENT, null);
        }

        assertThat(ShardMerge.scan(table, new Scan(bucket, "", "", true, 1)).rows()).hasSize(1);
        assertThat(table.rowsRead).isEqualTo(16);
    }

    /** Counts rows read, and returns fewer than it is asked for when chance is given. */
    private static final class CountingTable extends InMemoryRowTable {
        private final @Nullable Random chance;
        int rowsRead;

        CountingTable(@Nullable Random chance) {
            this.chance = chance;
        }

        @Override
        public RowPage scan(Scan scan, int shard) {
            boolean isShort = chance != null && scan.bucket().shards() > 1 && chance.nextBoolean();
            int limit = isShort ? 1 : scan.limit();
            RowPage page =
                    super.scan(
                            new Scan(
                                    scan.bucket(),
                                    scan.prefix(),
                                    scan.after(),
                                    scan.inclusive(),
                                    limit),
                            shard);
            rowsRead += page.rows().size();
            return page;
        }
    }
}
