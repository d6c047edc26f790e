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

    @ParameterizedTest
    @CsvSource({
        "--writers, 0, --writers must be 1 to 256",
        "--at, moon, '--at must be same-dc, cross-dc or both'",
        "--latency-ms, -1, --latency-ms must be 0 to 10000",
        "--seconds, 0, --seconds must be 1 to 3600",
        "--rounds, 0, --rounds must be 1 to 100",
        "--dcs, 2, --dcs must be 3 to 11",
        "--size, 65MiB, --size must be 0B to 64MiB"
    })
    void aMisuseOfContendNamesTheOptionAndStartsNothing(
            String option, String value, String message) {
        assertThat(run("contend", option, value)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains(message);
    }

    @ParameterizedTest
    @CsvSource({
        "--measure, moon, '--measure must be reclaim, rebuild or foreground'",
        "--coding, rs(0), --coding",
        "--objects, 0, --objects must be 1 to 100000",
        "--rounds, 0, --rounds must be 1 to 100",
        "--clients, 257, --clients must be 1 to 256",
        "--seconds, 0, --seconds must be 1 to 3600",
        "--share, 1.5, --share must be above 0 and at most 1",
        "--size, 65MiB, --size and --put-size must be 4KiB to 64MiB"
    })
    void aMisuseOfRecoveryNamesTheOptionAndStartsNothing(
            String option, String value, String message) {
        assertThat(run("recovery", option, value)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains(message);
    }

    @ParameterizedTest
    @CsvSource({
        "growth, '--keys=100,0', --keys must be 1 to 100000000",
        "growth, --clients=0, --clients must be 1 to 1024",
        "growth, --rounds=0, --rounds must be 1 to 100",
        "growth, --size=65MiB, --size must be 0B to 64MiB",
        "idle, --objects=0, --objects must be 1 to 10000000",
        "idle, --seconds=0, --seconds must be 1 to 86400",
        "idle, --clients=257, --clients must be 1 to 256"
    })
    void aMisuseOfGrowthOrIdleNamesTheOptionAndStartsNothing(
            String command, String option, String message) {
        assertThat(run(command, option)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains(message);
    }

    @Test
    void helpTellsEveryCommand() {
        assertThat(run("--help")).isZero();
        assertThat(output.toString())
                .contains("put", "get", "mixed", "contend", "list", "recovery", "codes", "rivals")
                .contains("growth", "idle");
    }
}
