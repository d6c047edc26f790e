package io.giza.images;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What is refused before anything is built. */
class BuildCommandTest {
    private final StringWriter errors = new StringWriter();
    private final StringWriter output = new StringWriter();

    private int run(String... arguments) {
        CommandLine commands = ImageMain.commandLine();
        commands.setErr(new PrintWriter(errors));
        commands.setOut(new PrintWriter(output));
        return commands.execute(arguments);
    }

    @ParameterizedTest
    @CsvSource({
        "--tag, -x/y, '--tag must be letters, digits'",
        "--base, alpine, '--base must be ''debian'' or an image with its digest'",
        "--base, debian:12, '--base must be ''debian'' or an image with its digest'",
        "--push, https://registry.example.net, '--push must be a registry and a path in it'"
    })
    void aMisuseNamesTheOption(String option, String value, String message) {
        assertThat(run("build", option + "=" + value)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains(message);
    }

    @Test
    void aServiceThatIsNoneIsToldThoseThatAre() {
        assertThat(run("build", "gateway")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString())
                .contains("there is no service 'gateway': choose from gateway-service, ");
    }

    @Test
    void theHelpNamesAllOptions() {
        assertThat(run("build", "--help")).isEqualTo(CommandLine.ExitCode.OK);
        assertThat(output.toString())
                .contains("--out", "--tag", "--push", "--base", "--plain-http", "--revision")
                .contains("recovery-worker");
    }
}
