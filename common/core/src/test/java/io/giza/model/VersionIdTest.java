package io.giza.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;
import java.util.UUID;

class VersionIdTest {
    private static final VersionId ID = new VersionId(3, 7, new PutId(new UUID(1, 2)));

    @Test
    void itsTextNamesItAgain() {
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            VersionId id =
                    new VersionId(
                            random.nextLong() >>> 1,
                            1 + (random.nextLong() >>> 2),
                            PutId.random(random));

            assertThat(VersionId.parse(id.toString())).contains(id);
            assertThat(id.toString()).matches("[A-Za-z0-9_-]{43}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "1", "\u00e4", "================================="})
    void whatIsNoNameIsNone(String text) {
        assertThat(VersionId.parse(text)).isEmpty();
        assertThat(VersionId.parse("-" + text + ID)).isEmpty();
        assertThat(VersionId.parse(ID + text + "A")).isEmpty();
    }

    @Test
    void oneVersionHasOneName() {
        String text = ID.toString();
        int names = 0;
        for (char last = '0'; last <= 'z'; last++) {
            String other = text.substring(0, text.length() - 1) + last;

            assertThat(VersionId.parse(other).map(VersionId::toString).orElse(other))
                    .isEqualTo(other);
            names += VersionId.parse(other).isPresent() ? 1 : 0;
        }
        // Two of its six bits are spare.
        assertThat(names).isEqualTo(16);
    }

    @Test
    void whatCannotBeAVersionIsNone() {
        assertThat(VersionId.parse(new VersionId(-1, 7, ID.putId()).toString())).isEmpty();
        assertThat(VersionId.parse(new VersionId(3, 0, ID.putId()).toString())).isEmpty();
    }
}
