package io.giza.bench.wan.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

class TurnsTest {
    private final List<String> done = new ArrayList<>();

    @Test
    void allTakeTurnsAndWarmingUpIsNotCounted() throws InterruptedException {
        var took = Turns.take(List.of(way("a"), way("b")), 1, 2);

        assertThat(done).containsExactly("a0", "b0", "a1", "b1", "a2", "b2");
        assertThat(took.keySet()).containsExactly("a", "b");
        assertThat(took.values()).allSatisfy(each -> assertThat(each.count()).isEqualTo(2));
    }

    @Test
    void aFailureEndsAllAndNamesWhoFailed() {
        Turns.Way failing =
                new Turns.Way(
                        "c",
                        number ->
                                () -> {
                                    throw new IOException("no");
                                });
        assertThatIllegalStateException()
                .isThrownBy(() -> Turns.take(List.of(failing), 0, 1))
                .withMessage("c failed: no");
    }

    private Turns.Way way(String label) {
        return new Turns.Way(label, number -> () -> done.add(label + number));
    }
}
