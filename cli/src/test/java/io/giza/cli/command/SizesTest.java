package io.giza.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.cli.call.Sizes;
import io.giza.cli.cluster.CommandException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes as people write and read them. */
class SizesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "17, 17",
        "17B, 17",
        "1KiB, 1024",
        "3MiB, 3145728",
        "10TiB, 10995116277760",
        "2PiB, 2251799813685248"
    })
    void areReadWithTheirUnits(String text, long bytes) {
        assertThat(Sizes.parse("--bytes", text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5GiB", "1GB", "1 GiB", "1EiB", "999999999PiB"})
    void areRefusedWhereTheyAreNone(String text) {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> Sizes.parse("--bytes", text))
                .withMessageContaining("--bytes is '" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "1023, 1023 B",
        "1024, 1.0 KiB",
        "1536, 1.5 KiB",
        "10995116277760, 10.0 TiB",
        "9223372036854775807, 8192.0 PiB"
    })
    void areShownInTheGreatestUnitThatTheyFill(long bytes, String text) {
        assertThat(Sizes.text(bytes)).isEqualTo(text);
    }
}
