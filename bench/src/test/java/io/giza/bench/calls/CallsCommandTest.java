package io.giza.bench.calls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;

class CallsCommandTest {
    @ParameterizedTest
    @CsvSource({
        "--rounds=0, --rounds must be 1 to 100",
        "--bytes=0, --bytes must be 1 to 1048576",
        "'--callers=1,0', --callers must be 1 to 256"
    })
    void aMisuseNamesTheOption(String option, String message) {
        StringWriter errors = new StringWriter();
        CommandLine command = new CommandLine(new CallsCommand()).setErr(new PrintWriter(errors));
        assertThat(command.execute(option)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains(message);
    }

    @Test
    void callsAreCountedAndTimed() throws Exception {
        try (CallLoad load = new CallLoad(500)) {
            CallLoad.Result result = load.run(2, Duration.ofMillis(1));
            assertThat(result.callsPerS()).isPositive();
            assertThat(result.p50Us()).isPositive().isLessThanOrEqualTo(result.p99Us());
            assertThat(result.cpuUs()).isPositive();
        }
    }
}
