package io.giza.metadata.table.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.giza.metadata.table.RowTable.SegmentKey;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.Utf8;
import io.giza.model.Utf8Order;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Random;
import java.util.UUID;

class NameEncodingTest {
    /** Where codewords, groups of codewords and lengths of UTF-8 begin and end. */
    private static final int[] EDGES = {
        0, 0x1f, ' ', '!', '"', '#', '%', '\'', ',', '-', '.', '/', '0', '9', ':', '?', '@', 'A',
        'Z', '[', '\\', '^', '_', '`', 'a', 'z', '{', '|', '}', '~', 0x7f, 0x80, 0xff, 0x7ff, 0x800,
        0xd7ff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x1f600, 0x10ffff
    };

    @Test
    void codewordsRiseWithTheBytesAndNoneBeginsAnother() {
        for (int octet = 0; octet < 255; octet++) {
            String word = NameEncoding.codeword(octet);
            String next = NameEncoding.codeword(octet + 1);
            assertThat(word).isLessThan(next).hasSizeBetween(1, 2);
            assertThat(next).doesNotStartWith(word);
            assertThat(word).isGreaterThan(String.valueOf(NameEncoding.BELOW_ALL));
            assertThat(next + "zz").isLessThan(NameEncoding.ABOVE_ALL);
        }
    }

    @Test
    void whatTheServiceForbidsNeverOccurs() {
        for (int octet = 0; octet < 256; octet++) {
            assertThat(NameEncoding.codeword(octet))
                    .matches("[-$.0-9=A-Z^_`a-z|}~]{1,2}")
                    .doesNotContainAnyWhitespaces();
        }
    }

    @Test
    void theEncodingOfSomeNames() {
        assertThat(NameEncoding.encode("photos/2024/a_b-c.jpg"))
                .isEqualTo("photos.02024.0a_b-c.-jpg");
        assertThat(NameEncoding.encode("day=1 100%")).isEqualTo("day=21$V100$_");
        assertThat(NameEncoding.encode("\u00e9")).isEqualTo("}7|i");
        assertThat(NameEncoding.encode("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"$", ".", "a/b", "a!", "~z", "=z", "~", "}", "|", "a\u00e9", "}7"})
    void whatIsNoEncodedNameIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> NameEncoding.decode(text));
    }

    @Test
    void namesComeBackAndKeepTheirOrderAndTheirBeginnings() {
        Random random = new Random(seed());
        for (int i = 0; i < 20_000; i++) {
            String one = name(random, 12);
            String other = random.nextBoolean() ? one + name(random, 3) : name(random, 12);

            assertThat(NameEncoding.decode(NameEncoding.encode(one))).isEqualTo(one);
            assertThat(sign(NameEncoding.encode(one).compareTo(NameEncoding.encode(other))))
                    .as("'%s' and '%s'", one, other)
                    .isEqualTo(sign(Utf8Order.compare(one, other)));
            assertThat(NameEncoding.encode(other).startsWith(NameEncoding.encode(one)))
                    .isEqualTo(other.startsWith(one));
        }
    }

    /** Names that differ only about where their keys end. */
    @Test
    void keysKeepTheOrderOfNamesAndGroupsStandTogether() {
        Random random = new Random(seed() + 1);
        for (int i = 0; i < 20_000; i++) {
            String common = "x".repeat(EntityKeys.MAX_NAME_CHARACTERS - 4 + random.nextInt(4));
            ObjectKey one = Samples.key(common + name(random, 4));
            ObjectKey other = Samples.key(common + name(random, 4));
            String oneKey = EntityKeys.of(one).row();
            String otherKey = EntityKeys.of(other).row();
            String group = EntityKeys.groupOf(oneKey);

            if (group != null && group.equals(EntityKeys.groupOf(otherKey))) {
                assertThat(oneKey.equals(otherKey)).isEqualTo(one.equals(other));
            } else {
                assertThat(sign(oneKey.compareTo(otherKey)))
                        .as("%s and %s", oneKey, otherKey)
                        .isEqualTo(sign(Utf8Order.compare(one.name(), other.name())));
            }
            if (group == null) {
                assertThat(EntityKeys.nameOf(oneKey)).isEqualTo(one.name());
            }
        }
    }

    @Test
    void keysOfNamesWithABeginningHaveItsKeyInCommon() {
        Random random = new Random(seed() + 2);
        for (int i = 0; i < 5_000; i++) {
            String prefix =
                    "x".repeat(random.nextInt(2) * (EntityKeys.MAX_NAME_CHARACTERS - 3))
                            + name(random, 4);
            ObjectKey key = Samples.key(prefix + name(random, 4));

            assertThat(EntityKeys.of(key).row())
                    .startsWith("r" + EntityKeys.encodedName(prefix).keyPrefix());
        }
    }

    @Test
    void theLongestNamesHaveKeysThatFit() {
        for (int point : EDGES) {
            String one = Character.toString(point);
            int bytes = Utf8.bytes("name", one).length;
            ObjectKey key = Samples.key(one.repeat(ObjectKey.MAX_NAME_BYTES / bytes));
            SegmentKey segment = new SegmentKey(key, Long.MAX_VALUE, Long.MAX_VALUE);

            assertThat(EntityKeys.of(key).row()).hasSizeLessThan(EntityKeys.MAX_KEY_CHARACTERS);
            assertThat(EntityKeys.of(segment).row())
                    .hasSizeLessThanOrEqualTo(EntityKeys.MAX_KEY_CHARACTERS)
                    .isGreaterThan(EntityKeys.SEGMENTS);
        }
    }

    @Test
    void segmentsOfDifferentRowsGenerationsAndVersionsHaveDifferentKeys() {
        List<SegmentKey> keys =
                List.of(
                        new SegmentKey(Samples.key("a"), 0, 1),
                        new SegmentKey(Samples.key("a"), 1, 0),
                        new SegmentKey(Samples.key("a"), 0, 257),
                        new SegmentKey(Samples.key("a!"), 0, 1),
                        new SegmentKey(Samples.key("x".repeat(1023) + "a"), 0, 1),
                        new SegmentKey(Samples.key("x".repeat(1023) + "b"), 0, 1));

        assertThat(keys.stream().map(EntityKeys::of)).doesNotHaveDuplicates();
        assertThat(keys.stream().map(key -> EntityKeys.of(key).row()))
                .allMatch(row -> row.compareTo(EntityKeys.SEGMENTS) > 0);
    }

    @Test
    void partitionsAreInTheOrderOfBucketsAndShards() {
        Random random = new Random(seed() + 3);
        for (int i = 0; i < 2_000; i++) {
            BucketId bucket = BucketId.random(random, 256);
            BucketId other =
                    new BucketId(new UUID(random.nextLong() & ~0xf000L, random.nextLong()));
            ObjectKey one = new ObjectKey(bucket, name(random, 5) + "x");
            ObjectKey two = new ObjectKey(i % 2 == 0 ? bucket : other, name(random, 5) + "x");
            String partition = EntityKeys.of(one).partition();

            if (!EntityKeys.of(two).partition().equals(partition)) {
                assertThat(sign(partition.compareTo(EntityKeys.of(two).partition())))
                        .isEqualTo(sign(one.compareTo(two)));
            }
            assertThat(EntityKeys.bucketOf(partition)).isEqualTo(bucket);
            assertThat(partition).isLessThan(EntityKeys.AFTER_BUCKETS);
        }
        assertThat(EntityKeys.MEMBERSHIP.partition()).isGreaterThan(EntityKeys.AFTER_BUCKETS);
    }

    private static long seed() {
        return Seeds.first(1).findFirst().orElseThrow();
    }

    private static String name(Random random, int longest) {
        StringBuilder name = new StringBuilder();
        for (int left = 1 + random.nextInt(longest); left > 0; left--) {
            name.appendCodePoint(EDGES[random.nextInt(EDGES.length)]);
        }
        return name.toString();
    }

    private static int sign(int order) {
        return Integer.signum(order);
    }
}
