package io.giza.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

class ObjectKeyTest {
    private static final BucketId OF_256 =
            new BucketId(UUID.fromString("01020304-0506-8808-890a-0b0c0d0e0f10"));

    /** If this fails, rows that were stored are no longer found: mend the code, never the test. */
    @ParameterizedTest
    @CsvSource({
        "a, 91",
        "b, 208",
        "photos/2024/000001.jpg, 17",
        "caf\u00e9, 230",
        "\u20ac/\ud83d\ude00, 67"
    })
    void theShardOfANameNeverChanges(String name, int shard) {
        assertThat(new ObjectKey(OF_256, name).shard()).isEqualTo(shard);
        BucketId of16 = new BucketId(UUID.fromString("01020304-0506-8408-890a-0b0c0d0e0f10"));
        assertThat(new ObjectKey(of16, name).shard()).isEqualTo(shard % 16);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%d", "photos/2024/%06d.jpg", "%d/log", "user-%08x"})
    void namesSpreadEvenly(String pattern) {
        BucketId bucket = BucketId.random(new Random(1), 16);
        int[] counts = new int[16];
        for (int i = 0; i < 16_000; i++) {
            counts[new ObjectKey(bucket, pattern.formatted(i)).shard()]++;
        }
        assertThat(IntStream.of(counts).min().orElseThrow()).isGreaterThan(850);
        assertThat(IntStream.of(counts).max().orElseThrow()).isLessThan(1150);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "a\ude00b", "\ude00\ud83d"})
    void halfASurrogatePairIsNowhereText(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ObjectKey(BucketId.SYSTEM, text))
                .withMessage("key has half a surrogate pair");
    }

    @Test
    void aNameHasOneTo1100Bytes() {
        assertThat(new ObjectKey(OF_256, "\u00e9".repeat(550)).shard()).isNotNegative();
        assertThatIllegalArgumentException().isThrownBy(() -> new ObjectKey(OF_256, ""));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ObjectKey(OF_256, "\u00e9".repeat(550) + "a"));
    }
}
