package io.giza.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class HaltingForceTest {
    private final List<String> reasons = new ArrayList<>();

    @TempDir private Path folder;

    private Force failingWith(IOException failure) {
        return new HaltingForce(
                (_, _) -> {
                    throw failure;
                },
                (reason, _) -> reasons.add(reason));
    }

    @Test
    void aForceThatFailsEndsTheProcessInOneSentenceThatNamesTheFile() {
        IOException failure = new IOException("Input/output error");

        assertThatThrownBy(() -> failingWith(failure).folder(folder)).isSameAs(failure);

        assertThat(reasons).hasSize(1);
        assertThat(reasons.getFirst())
                .startsWith(folder.toString())
                .contains("could not be forced to disk");
    }

    @Test
    void aChannelThatWasClosedMeanwhileWasNotForcedAndEndsNothing() {
        IOException closed = new ClosedByInterruptException();

        assertThatThrownBy(() -> failingWith(closed).folder(folder)).isSameAs(closed);

        assertThat(reasons).isEmpty();
    }

    @Test
    void whatCanBeForcedIs() {
        Force force = new HaltingForce(Force.SYSTEM, (reason, _) -> reasons.add(reason));

        assertThatCode(() -> force.folder(folder)).doesNotThrowAnyException();

        assertThat(reasons).isEmpty();
    }
}
