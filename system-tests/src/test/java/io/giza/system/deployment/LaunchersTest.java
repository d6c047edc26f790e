package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** How the project's scripts and pages start a JVM. */
class LaunchersTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** The command of a JVM, to the end of its lines. */
    private static final Pattern COMMAND =
            Pattern.compile(
                    "(?m)^ *(exec |nohup )?(\"\\$JAVA_HOME/bin/java\"|\"\\$java\"|java) "
                            + "(.*\\\\\\n)*.*$");

    private static final Pattern OPTIONS_OF_PROVE = Pattern.compile("(?s)options=\\([^)]*\\)");

    /** Without the option threads that accept connections die, and the process stays. */
    @ParameterizedTest
    @CsvSource({"giza, 5", "dev/cluster.sh, 2", "docs/how-to/run-separate-processes.md, 3"})
    void aJvmThatRanOutOfMemoryEnds(String file, int commands) throws IOException {
        String text = Files.readString(ROOT.resolve(file));
        assertThat(
                        COMMAND.matcher(text)
                                .results()
                                .filter(found -> !found.group().contains("-Djarmode=tools"))
                                .map(found -> withOptions(found, text)))
                .hasSize(commands)
                .allSatisfy(each -> assertThat(each).contains("-XX:+ExitOnOutOfMemoryError"));
    }

    /** Who is killed deletes nothing: servers' folders and native libraries would fill /tmp. */
    @ParameterizedTest
    @ValueSource(strings = {"giza", "dev/cluster.sh"})
    void aServiceKeepsItsTemporaryFilesWhereTheNextStartRemovesThem(String file)
            throws IOException {
        assertThat(Files.readString(ROOT.resolve(file)))
                .contains("-Djava.io.tmpdir=")
                .containsPattern("rm -rf \"\\$(each|data/\\$dc\\.\\$service\\.tmp)\"");
    }

    /** dev/memory.properties has them, for machines and containers of any size. */
    @ParameterizedTest
    @ValueSource(strings = {"giza", "dev/cluster.sh"})
    void theHeapOfAClusterIsAShareOfTheMemoryOfItsMachine(String file) throws IOException {
        String text = Files.readString(ROOT.resolve(file));
        assertThat(text).contains("/dev/memory.properties\"");
        assertThat(text).containsPattern("-XX:MaxRAMPercentage=\\$heap");
        assertThat(text).doesNotContainPattern("-XX:MaxRAMPercentage=[0-9]");
    }

    private static String withOptions(MatchResult found, String text) {
        String command = found.group();
        if (!command.contains("-Dgiza.version")) {
            return command;
        }
        // Those of the prover stand in the lines before.
        return OPTIONS_OF_PROVE
                .matcher(text.substring(0, found.start()))
                .results()
                .map(MatchResult::group)
                .reduce(command, (_, last) -> last);
    }
}
