package io.giza.simulation.prove;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class ProgressTest {
    private static final Plan PLAN = new Plan(1, 120, List.of("consensus-3", "objects-3"));

    @Test
    void goesOnWhereItWasWithMoreSeedsAndTheSameCode(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("state.json");
        Block first = PLAN.blockFrom(1).orElseThrow();
        Progress.begin("a", PLAN).after(first, Map.of("FAST", 3L), 1.5).save(file);

        Progress kept = Progress.load(file).orElseThrow();
        Plan more = new Plan(1, 1000, PLAN.scenarios());

        assertThat(kept.continues("a", more)).isTrue();
        assertThat(kept.continues("b", more)).isFalse();
        assertThat(kept.continues("a", new Plan(2, 1000, PLAN.scenarios()))).isFalse();
        assertThat(kept.continues("a", new Plan(1, 1000, List.of("objects-3")))).isFalse();
        assertThat(kept.towards(more).next()).isEqualTo(first.last() + 1);
        assertThat(kept.operations()).isEqualTo(3);
        assertThat(kept.done()).isEqualTo(Plan.BLOCK);
    }

    @Test
    void anUnreadableFileIsNoProgress(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("state.json");
        assertThat(Progress.load(file)).isEmpty();
        Files.writeString(file, "{\"code\":");
        assertThat(Progress.load(file)).isEmpty();
    }

    @Test
    void blocksCoverThePlanExactly() {
        long seeds = 0;
        Optional<Block> block = PLAN.blockFrom(1);
        while (block.isPresent()) {
            assertThat(block.get().first()).isEqualTo(seeds + 1);
            seeds = block.get().last();
            block = PLAN.blockFrom(seeds + 1);
        }
        assertThat(seeds).isEqualTo(PLAN.last());
    }

    @Test
    void everyScenarioOfAPlanTakesItsTurn() {
        assertThat(PLAN.scenarioOf(1).name()).isEqualTo("objects-3");
        assertThat(PLAN.scenarioOf(2).name()).isEqualTo("consensus-3");
        assertThatThrownBy(() -> new Plan(1, 5, List.of("objects-33")))
                .hasMessageContaining("no scenario 'objects-33'");
        assertThatThrownBy(() -> new Plan(1, 0, List.of("objects-3")))
                .hasMessageContaining("--seeds");
    }

    @Test
    void aBlockThatGoesWellSaysWhatHappened() {
        Finding finding = new SeedRunner(PLAN).run(new Block(2, 3));

        assertThat(finding).isInstanceOf(Finding.Well.class);
        assertThat(((Finding.Well) finding).ends()).isNotEmpty();
    }
}
