package io.giza.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({
        "0,0",
        "0B,0",
        "512B,512",
        "2KiB,2048",
        "2 kib,2048",
        "2KB,2048",
        "4MiB,4194304",
        "4MB,4194304",
        "1GiB,1073741824",
        "5GB,5368709120",
        "6TiB,6597069766656",
        "6TB,6597069766656"
    })
    void readsANumberAndAUnit(String text, long bytes) {
        assertThat(ByteSize.valueOf(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4", "00", "MiB", "4PiB", "-1B", "-1", "1.5MiB", "4 Mi B", "1e3B"})
    void refusesAnythingElseAndSaysWhatToWrite(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ByteSize.valueOf(text))
                .withMessageContaining("'" + text + "'")
                .withMessageContaining("4MiB");
    }

    @Test
    void refusesWhatNoLongHolds() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ByteSize.valueOf("999999999999999TiB"))
                .withMessageContaining("too large");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ByteSize.valueOf("2GiB").toInt())
                .withMessageContaining("below 2GiB");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0B", "1023B", "2KiB", "4MiB", "3GiB", "1025GiB", "4TiB"})
    void printsWhatItReads(String text) {
        assertThat(ByteSize.valueOf(text)).hasToString(text);
    }
}
