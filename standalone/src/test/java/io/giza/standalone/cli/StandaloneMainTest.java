package io.giza.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

class StandaloneMainTest {
    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();

    private int run(String... arguments) {
        return StandaloneMain.commandLine()
                .setOut(new PrintWriter(output))
                .setErr(new PrintWriter(errors))
                .execute(arguments);
    }

    @Test
    void everyCommandExplainsItselfAndEachOfItsOptions() {
        List<CommandLine> commands = new ArrayList<>();
        collect(StandaloneMain.commandLine(), commands);

        assertThat(commands).hasSizeGreaterThan(10);
        for (CommandLine each : commands) {
            var spec = each.getCommandSpec();
            assertThat(spec.optionsMap()).as(spec.qualifiedName()).containsKey("--help");
            assertThat(spec.usageMessage().description()).as(spec.qualifiedName()).isNotEmpty();
            spec.args()
                    .forEach(
                            argument ->
                                    assertThat(argument.description())
                                            .as(spec.qualifiedName() + ": " + argument)
                                            .isNotEmpty());
        }
    }

    private static void collect(CommandLine command, List<CommandLine> all) {
        all.add(command);
        command.getSubcommands().values().forEach(each -> collect(each, all));
    }

    @Test
    void helpOfACommandWithinACommandNeedsNeitherItsArgumentsNorACluster() {
        assertThat(run("dc", "replace", "--help")).isZero();
        assertThat(output.toString()).contains("giza dc replace", "--endpoint", "--data", "NAME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dc", "cluster"})
    void aCommandWithoutItsVerbIsMisuseAndShowsTheVerbs(String command) {
        assertThat(run(command)).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains("Usage: giza " + command);
    }
}
