package io.giza.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

class BenchMainTest {
    private final StringWriter errors = new StringWriter();
    private final StringWriter output = new StringWriter();

    private int run(String... arguments) {
        CommandLine commands = BenchMain.commandLine();
        commands.setErr(new PrintWriter(errors));
        commands.setOut(new PrintWriter(output));
        return commands.execute(arguments);
    }

    @ParameterizedTest
    @CsvSource({
        "--size, 4, must be a number and a unit",
        "--size, 2GiB, --size must be 0B to 1GiB",
        "--clients, 0, --clients must be 1 to 1024",
        "--seconds, 0, --seconds must be 1 to 3600",
        "--warm-up, -1, --warm-up must be 0 to 3600 seconds",
        "--payload, secret, --payload"
    })
    void aMisuseNamesTheOptionAndStartsNothing(String option, String value, String message) {
        assertThat(run("put", option, value)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains(message);
    }

    @Test
    void helpTellsEveryCommand() {
        assertThat(run("--help")).isZero();
        assertThat(output.toString()).contains("put", "get", "mixed", "codes");
    }
}
