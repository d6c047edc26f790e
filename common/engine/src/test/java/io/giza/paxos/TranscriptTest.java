package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Plays src/test/resources/paxos/*.txt. */
class TranscriptTest {
    static Stream<String> transcripts() throws IOException, URISyntaxException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(file -> String.valueOf(file.getFileName())).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("transcripts")
    void happensAsWritten(String name) throws IOException, URISyntaxException {
        Transcript.Result result = Transcript.play(Files.readString(folder().resolve(name)));

        assertThat(result.right()).as("%s%n%s%n", name, result.shown()).isTrue();
    }

    @Test
    void theStoriesOfTheProtocolAreAllTold() throws IOException, URISyntaxException {
        assertThat(transcripts())
                .containsAll(
                        List.of(
                                "confirm.txt",
                                "contention.txt",
                                "falling-back.txt",
                                "fence.txt",
                                "joining-dc.txt",
                                "late-commit.txt",
                                "one-dc-down.txt",
                                "orphan-fence.txt",
                                "own-put-recovered-by-a-helper.txt",
                                "row-deleted-brutally.txt",
                                "row-removal-with-a-laggard.txt",
                                "stubs-deleted-in-the-end.txt",
                                "value-cases.txt"));
    }

    @Test
    void aWrongLineIsShownAsExpectedAndAsItWas() {
        Transcript.Result result =
                Transcript.play("dcs 3\np: a pre-accept 1 v\n  voted 0 [] 0 0:w\n");

        assertThat(result.right()).isFalse();
        assertThat(result.shown()).contains("-   voted 0 [] 0 0:w\n+   voted 0 [] 0 0:v");
    }

    @Test
    void anAnswerThatNobodyExpectedIsWrong() {
        assertThat(Transcript.play("dcs 3\np: a pre-accept 1 v\n").right()).isFalse();
        assertThat(Transcript.play("").right()).isFalse();
    }

    private static Path folder() throws URISyntaxException {
        URI uri = Objects.requireNonNull(TranscriptTest.class.getResource("/paxos")).toURI();
        return Path.of(uri);
    }
}
