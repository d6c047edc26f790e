package io.giza.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;

class UploadRowsTest {
    private static final BucketId BUCKET = BucketId.random(new Random(1), 16);
    private static final UploadId ID = new UploadId(new UUID(0xab, 0xcd));

    @Test
    void anIdIsReadAsItIsWritten() {
        assertThat(ID).hasToString("00000000000000ab00000000000000cd");
        for (int i = 0; i < 100; i++) {
            UploadId id = UploadId.create(Instant.ofEpochMilli(i), new Random(i));
            assertThat(UploadId.parse(id.toString())).contains(id);
        }
    }

    @Test
    void uploadsOfOneKeyStandInTheOrderInWhichTheyBegan() {
        Random random = new Random(1);
        String last = "";
        for (long time : new long[] {0, 1, 255, 256, 1_700_000_000_000L, (1L << 48) - 1}) {
            UploadId id = UploadId.create(Instant.ofEpochMilli(time), random);
            String name = UploadRows.upload(BUCKET, "key", id).name();
            assertThat(name).isGreaterThan(last);
            last = name;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ab",
                "00000000000000AB00000000000000cd",
                "00000000000000ab00000000000000cd0",
                "+0000000000000ab00000000000000cd",
                "00000000-0000-00ab-0000-0000000000cd"
            })
    void nothingElseIsAnId(String text) {
        assertThat(UploadId.parse(text)).isEmpty();
    }

    @Test
    void anUploadIsNamedByItsRow() {
        for (String key :
                List.of("k", "a/b", "\u00fc\ud83d\ude00", "a\0b", "\0", "x".repeat(1024))) {
            ObjectKey row = UploadRows.upload(BUCKET, key, ID);
            assertThat(row.bucket()).isEqualTo(BUCKET.uploads());
            assertThat(row.holdsRecords()).isTrue();
            assertThat(UploadRows.parse(row.name())).contains(new UploadRows.UploadName(key, ID));
            assertThat(row.name()).startsWith(UploadRows.prefixOfKey(key));
        }
    }

    @Test
    void uploadsStandInTheOrderOfTheirKeys() {
        List<String> keys = List.of("a", "a!", "a/", "a/b", "aa", "b", "\u00fc");
        assertThat(keys.stream().map(key -> UploadRows.upload(BUCKET, key, ID).name()))
                .isSortedAccordingTo(Utf8Order.COMPARATOR);
    }

    @Test
    void otherRowsNameNoUpload() {
        ObjectKey part = UploadRows.part(BUCKET, ID, 7);
        assertThat(part.name()).isEqualTo("p" + ID + "/00007");
        assertThat(part.holdsRecords()).isFalse();
        assertThat(UploadRows.partNumber(part.name())).isEqualTo(7);
        assertThat(UploadRows.parse(part.name())).isEmpty();
        assertThat(UploadRows.parse(UploadRows.list(BUCKET, ID).name())).isEmpty();
        assertThat(UploadRows.parse("u\0" + ID)).isEmpty();
        assertThat(UploadRows.parse("u")).isEmpty();
        assertThat(new ObjectKey(BUCKET, "u-object").holdsRecords()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 10_001})
    void partsAreNumberedFromOneToTenThousand(int number) {
        assertThatIllegalArgumentException().isThrownBy(() -> UploadRows.part(BUCKET, ID, number));
    }
}
