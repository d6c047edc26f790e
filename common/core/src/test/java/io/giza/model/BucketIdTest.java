package io.giza.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;
import java.util.UUID;

class BucketIdTest {
    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "16, 4", "64, 6", "256, 8"})
    void theDigitAfterTheVersionTellsTheNumberOfShards(int shards, String digit) {
        Random random = new Random(shards);
        for (int i = 0; i < 100; i++) {
            BucketId id = BucketId.random(random, shards);

            assertThat(id.shards()).isEqualTo(shards);
            assertThat(id.value().version()).isEqualTo(8);
            assertThat(id.value().variant()).isEqualTo(2);
            assertThat(id.toString().substring(14, 16)).isEqualTo("8" + digit);
        }
    }

    @Test
    void theSpaceOfItsUploadsIsNoBucketAndHasItsShards() {
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            BucketId id = BucketId.random(random, 1 << random.nextInt(9));
            BucketId uploads = id.uploads();

            assertThat(id.isUploads()).isFalse();
            assertThat(uploads.isUploads()).isTrue();
            assertThat(uploads).isNotEqualTo(id);
            assertThat(uploads.shards()).isEqualTo(id.shards());
            assertThatIllegalStateException().isThrownBy(uploads::uploads);
        }
        assertThat(BucketId.SYSTEM.isUploads()).isFalse();
        assertThatIllegalStateException().isThrownBy(BucketId.SYSTEM::uploads);
    }

    @Test
    void identitiesDiffer() {
        Random random = new Random(1);
        assertThat(BucketId.random(random, 16)).isNotEqualTo(BucketId.random(random, 16));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000000-0000-0000-0000-000000000000",
                "01020304-0506-4708-890a-0b0c0d0e0f10",
                "01020304-0506-8408-090a-0b0c0d0e0f10"
            })
    void anIdentityOfAnotherLayoutHasOneShard(String text) {
        BucketId id = new BucketId(UUID.fromString(text));

        assertThat(id.shards()).isEqualTo(1);
        assertThat(new ObjectKey(id, "name").shard()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 3, 24, 512})
    void refusesANumberOfShardsThatItCannotHold(int shards) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BucketId.random(new Random(1), shards))
                .withMessageContaining(shards + " shards");
    }

    @Test
    void refusesAnIdentityOfMoreShardsThanThereMayBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new BucketId(UUID.fromString("01020304-0506-8908-890a-0b0c0d0e0f10")))
                .withMessageContaining("2^9 shards");
    }

    @Test
    void theOrderIsThatOfTheText() {
        Random random = new Random(3);
        for (int i = 0; i < 200; i++) {
            BucketId one = new BucketId(new UUID(random.nextInt() & ~0xF000L, random.nextLong()));
            BucketId other = BucketId.random(random, 16);
            assertThat(Integer.signum(one.compareTo(other)))
                    .isEqualTo(Integer.signum(one.toString().compareTo(other.toString())));
        }
    }
}
