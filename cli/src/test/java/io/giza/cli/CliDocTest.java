package io.giza.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The pages that name commands. {@code docs/reference/cli.md} is what their help says: {@code
 * -Dgiza.golden=write} writes it.
 */
class CliDocTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path REFERENCE = ROOT.resolve("docs/reference/cli.md");

    @Test
    void theReferenceIsWhatTheHelpSays() throws IOException {
        StringBuilder page =
                new StringBuilder(
                        """
                        # Commands

                        What `giza COMMAND --help` says. [How to operate a cluster](../how-to/operate-a-cluster.md) says how to name one, and what exit codes mean. In a source tree `./giza` has these commands too, beside those that start, test and measure.
                        """);
        for (CommandLine command : all(CliMain.commandLine())) {
            String help =
                    command.getUsageMessage(Ansi.OFF)
                            .lines()
                            .map(String::stripTrailing)
                            .reduce((one, other) -> one + "\n" + other)
                            .orElse("");
            page.append("\n## ")
                    .append(command.getCommandSpec().qualifiedName())
                    .append("\n\n```text\n")
                    .append(help.strip())
                    .append("\n```\n");
        }
        if ("write".equals(System.getProperty("giza.golden"))) {
            Files.writeString(REFERENCE, page);
        }
        assertThat(Files.readString(REFERENCE)).isEqualTo(page.toString());
    }

    @Test
    void everyCommandOfEveryPageIsUnderstood() throws IOException {
        // To make one takes long, and it parses any number of commands.
        CommandLine known = CliMain.commandLine();
        List<String> commands = new ArrayList<>();
        try (Stream<Path> pages = Files.walk(ROOT.resolve("docs"))) {
            for (Path page : pages.filter(each -> each.toString().endsWith(".md")).toList()) {
                commands.addAll(commands(page, known));
            }
        }
        commands.addAll(commands(ROOT.resolve("README.md"), known));

        assertThat(commands).hasSizeGreaterThan(20);
        assertThat(commands).allSatisfy(each -> assertIsUnderstood(known, each));
    }

    /** The commands of a page that stand on lines of their own and are of this program. */
    private static List<String> commands(Path page, CommandLine known) throws IOException {
        return Files.readAllLines(page).stream()
                .flatMap(line -> Arrays.stream(line.split(" && ", -1)))
                .filter(line -> line.matches("(\\./)?giza [a-z].*"))
                .map(line -> line.replaceFirst("^(\\./)?giza ", "").replaceFirst(" +#.*$", ""))
                .filter(line -> !line.contains("|") && !line.contains(">"))
                .filter(line -> known.getSubcommands().containsKey(line.split(" ", -1)[0]))
                // Those of a cluster on this machine are another program's.
                .filter(line -> !line.matches("dc (?!list).*"))
                .toList();
    }

    private static void assertIsUnderstood(CommandLine known, String command) {
        String[] arguments = Arrays.stream(command.split(" +", -1)).toArray(String[]::new);
        try {
            known.parseArgs(arguments);
        } catch (ParameterException e) {
            throw new AssertionError("giza " + command + ": " + e.getMessage(), e);
        }
    }

    @Test
    void everyCommandAndOptionIsExplained() {
        for (CommandLine command : all(CliMain.commandLine())) {
            var spec = command.getCommandSpec();
            assertThat(spec.usageMessage().description()).as(spec.qualifiedName()).isNotEmpty();
            assertThat(spec.options())
                    .allSatisfy(
                            each ->
                                    assertThat(each.description())
                                            .as(spec.qualifiedName() + " " + each.longestName())
                                            .isNotEmpty());
        }
    }

    private static List<CommandLine> all(CommandLine command) {
        List<CommandLine> all = new ArrayList<>(List.of(command));
        command.getSubcommands().values().forEach(each -> all.addAll(all(each)));
        return all;
    }
}
