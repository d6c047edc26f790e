package io.giza.metadata.table.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.metadata.table.InMemoryRowTable;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.metadata.table.RowTable.TaggedSegment;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.TableFixture;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.testkit.azure.NeedsAzurite;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Names and rows at the limits of what Azure's tables take. */
@NeedsAzurite
class AzureNamesTest {
    private static final String[] PIECES = {
        "a",
        "b",
        "-",
        "/",
        "%2F",
        " ",
        "'",
        "?",
        "#",
        "\\",
        "+",
        "\u0000",
        "\u00e9",
        "\uff5e",
        "\ud83d\ude00",
        "x".repeat(EntityKeys.MAX_NAME_CHARACTERS - 3),
        "/".repeat(220),
        "\u00e9".repeat(108)
    };

    private static AzuriteTables azurite;
    private AzureRowTable table;

    @BeforeAll
    static void start() {
        azurite = new AzuriteTables();
    }

    @BeforeEach
    void open() throws RowTableException {
        table = AzuriteTables.open(azurite.fresh());
    }

    @AfterAll
    static void stop() {
        azurite.close();
    }

    @Test
    void everyScanIsThatOfATableInMemory() throws Exception {
        Random random = new Random(Seeds.first(1).findFirst().orElseThrow());
        BucketId bucket = BucketId.random(random, 2);
        List<String> names = new ArrayList<>();
        try (InMemoryRowTable memory = new InMemoryRowTable()) {
            for (int i = 0; i < 80; i++) {
                names.add(name(random));
                ObjectKey key = new ObjectKey(bucket, names.getLast());
                assertThat(table.store(key, TableFixture.row(i), null))
                        .isEqualTo(memory.store(key, TableFixture.row(i), null));
            }
            for (int i = 0; i < 150; i++) {
                String some = names.get(random.nextInt(names.size()));
                String prefix =
                        random.nextBoolean()
                                ? ""
                                : some.codePointAt(0) < 0x10000
                                        ? some.substring(0, random.nextInt(2))
                                        : some;
                String after = random.nextBoolean() ? "" : names.get(random.nextInt(names.size()));
                int limit = 1 + random.nextInt(random.nextBoolean() ? 3 : 60);
                Scan scan = new Scan(bucket, prefix, after, random.nextBoolean(), limit);
                int shard = random.nextInt(2);

                assertThat(table.scan(scan, shard)).isEqualTo(memory.scan(scan, shard));
            }
            assertThat(table.keys(null, 200)).isEqualTo(memory.keys(null, 200));
            for (String name : names) {
                ObjectKey after = new ObjectKey(bucket, name);
                assertThat(table.keys(after, 5)).isEqualTo(memory.keys(after, 5));
            }
        }
    }

    @Test
    void namesOfOneGroupAreSortedByWhatTheirKeysDoNotSay() throws Exception {
        String common = "deep/".repeat(190);
        List<String> names = new ArrayList<>(List.of(common.substring(0, 300), common));
        for (int i = 0; i < 30; i++) {
            names.add(common + "%02d".formatted(i) + "z".repeat(i));
        }
        BucketId bucket = new BucketId(new UUID(3, 3));
        for (String name : names.reversed()) {
            assertThat(table.store(new ObjectKey(bucket, name), TableFixture.row(1), null))
                    .isTrue();
        }

        List<String> seen = new ArrayList<>();
        for (boolean more = true; more; ) {
            String after = seen.isEmpty() ? "" : seen.getLast();
            var page = table.scan(new Scan(bucket, "deep/", after, false, 7), 0);
            seen.addAll(TableFixture.names(page));
            more = page.more();
        }
        assertThat(seen).isEqualTo(names);
        Scan within = new Scan(bucket, common + "1", common + "12", false, 4);
        assertThat(TableFixture.names(table.scan(within, 0)))
                .isEqualTo(names.subList(names.indexOf(common + "12" + "z".repeat(12)), 18));
    }

    @Test
    void theLongestNamesAreRowsAndHaveSegments() throws Exception {
        for (String piece : List.of("x", "/", "\u0001", "\u00e9", "\ud83d\ude00")) {
            int bytes = piece.getBytes(StandardCharsets.UTF_8).length;
            ObjectKey key = Samples.key(piece.repeat(1024 / bytes));
            SegmentKey segment = new SegmentKey(key, Long.MAX_VALUE, Long.MAX_VALUE - 1);

            assertThat(table.store(key, TableFixture.row(7), null)).isTrue();
            assertThat(table.store(segment, TableFixture.segment(1, 2), null)).isTrue();

            assertThat(table.load(key).map(TaggedRow::stored)).contains(TableFixture.row(7));
            assertThat(table.load(segment).map(TaggedSegment::segment))
                    .contains(TableFixture.segment(1, 2));
            assertThat(
                            TableFixture.names(
                                    table.scan(
                                            new Scan(Samples.BUCKET, key.name(), "", false, 5), 0)))
                    .containsExactly(key.name());
        }
    }

    @Test
    void aRowMayHoldAsMuchAsAnEntityCan() throws Exception {
        StoredRow large = rowOf(EntityData.MAX_BYTES - 100);
        assertThat(table.store(Samples.key("large"), large, null)).isTrue();
        assertThat(table.load(Samples.key("large")).map(TaggedRow::stored)).contains(large);

        ObjectKey tooLarge = Samples.key("too large");
        TableFixture.assertFails(
                () -> table.store(tooLarge, rowOf(EntityData.MAX_BYTES + 1), null),
                "row " + tooLarge + " takes 7");
        assertThat(table.load(tooLarge)).isEmpty();
    }

    @Test
    void aRowThatShrinksKeepsNothingOfWhatItWas() throws Exception {
        ObjectKey key = Samples.key("shrinks");
        assertThat(table.store(key, rowOf(3 * EntityData.PROPERTY_BYTES), null)).isTrue();
        RowTable.Tag tag = table.load(key).orElseThrow().tag();

        assertThat(table.store(key, rowOf(10), tag)).isTrue();
        assertThat(table.load(key).map(TaggedRow::stored)).contains(rowOf(10));
    }

    private static StoredRow rowOf(int bytes) {
        Value value =
                new Value(
                        1,
                        new PutId(new UUID(1, 1)),
                        0,
                        new OpId(new UUID(2, 1)),
                        new Command.Put(
                                Mode.UNVERSIONED,
                                Bytes.copyOf(Samples.bytes(bytes, new Random(1)))));
        return StoredRow.whole(Row.ABSENT.append(value));
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
            String piece = PIECES[random.nextInt(PIECES.length)];
            if ((name + piece).getBytes(StandardCharsets.UTF_8).length
                    <= ObjectKey.MAX_NAME_BYTES) {
                name.append(piece);
            }
        }
        return name.toString();
    }
}
