package io.giza.bench.wan.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

class WanCommandTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--figures 5 | --figures must be some of [6, 7, 8, 9, 10, 11, 12]",
                "--samples 0 | --samples must be 1 to 100000",
                "--warm-up -1 | --warm-up must be 0 to 3600",
                "--mbit 0 | --mbit must be 1 to 100000",
                "--size 1GiB | must be 1B to 256MiB",
                "--matrix moon.csv | cannot read moon.csv",
                "--matrix world-2-1 --coding rs(6,3) | rs(6,3) needs 9 data centers",
                "--matrix world-2-1 --metadata-dcs 5 | 3 to 3 data centers, not 5"
            })
    void refusesWhatMakesNoSenseBeforeAnythingStarts(String options, String reason) {
        StringWriter error = new StringWriter();

        int code =
                new CommandLine(new WanCommand())
                        .setErr(new PrintWriter(error))
                        .execute(options.split(" ", -1));

        assertThat(code).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(error.toString()).contains(reason);
    }
}
