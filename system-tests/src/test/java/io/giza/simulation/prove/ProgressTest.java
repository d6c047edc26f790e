package io.giza.simulation.prove;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;

class ProgressTest {
    private static final List<Plan.Share> SHARES =
            List.of(new Plan.Share("consensus-3", 1), new Plan.Share("objects-3", 3));
    private static final Plan PLAN = new Plan(1, 60, SHARES);

    @Test
    void goesOnWhereItWasWithMoreSeedsAndTheSameCode(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("state.json");
        Block first = PLAN.blockFrom(0).orElseThrow();
        Progress.begin("a", PLAN).after(first, Map.of("FAST", 3L), 1.5).save(file);

        Progress kept = Progress.load(file).orElseThrow();
        Plan more = new Plan(1, 1000, SHARES);

        assertThat(kept.continues("a", more)).isTrue();
        assertThat(kept.continues("b", more)).isFalse();
        assertThat(kept.continues("a", new Plan(2, 1000, SHARES))).isFalse();
        assertThat(kept.continues("a", new Plan(1, 1000, SHARES.subList(0, 1)))).isFalse();
        assertThat(kept.towards(more).next()).isEqualTo(first.last() + 1);
        assertThat(kept.operations()).isEqualTo(3);
        assertThat(kept.done()).isEqualTo(Plan.BLOCK);
        assertThat(kept.rounds()).isEqualTo(Plan.BLOCK / 4);
    }

    @Test
    void anUnreadableFileIsNoProgress(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("state.json");
        assertThat(Progress.load(file)).isEmpty();
        Files.writeString(file, "{\"code\":");
        assertThat(Progress.load(file)).isEmpty();
    }

    @Test
    void everyScenarioRunsEachOfItsSeedsOnce() {
        Map<String, List<Long>> ran = new TreeMap<>();
        Optional<Block> block = PLAN.blockFrom(0);
        while (block.isPresent()) {
            for (long at = block.get().first(); at <= block.get().last(); at++) {
                Plan.Run run = PLAN.at(at);
                ran.computeIfAbsent(run.scenario().name(), _ -> new ArrayList<>()).add(run.seed());
            }
            block = PLAN.blockFrom(block.get().last() + 1);
        }
        assertThat(ran)
                .containsOnly(
                        Map.entry("consensus-3", LongStream.rangeClosed(1, 60).boxed().toList()),
                        Map.entry("objects-3", LongStream.rangeClosed(1, 180).boxed().toList()));
    }

    @Test
    void aPlanThatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> new Plan.Share("objects-33", 1))
                .hasMessageContaining("no scenario 'objects-33'");
        assertThatThrownBy(() -> new Plan.Share("objects-3", 0)).hasMessageContaining("--weight");
        assertThatThrownBy(() -> new Plan(1, 0, SHARES)).hasMessageContaining("--runs");
        assertThatThrownBy(() -> new Plan(1, 1, List.of(SHARES.get(0), SHARES.get(0))))
                .hasMessageContaining("twice");
    }

    @Test
    void aRowOfTheRecordSaysHowManySeedsOfEachScenarioRan(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("proof.md"), "");

        ProofRecord.append(
                file, Progress.begin("c", PLAN).after(new Block(0, 99), Map.of(), 2), "");

        assertThat(Files.readString(file))
                .contains("| 1 to 25 | consensus-3, objects-3 x3 |")
                .endsWith("| none |\n");
    }

    @Test
    void aBlockThatGoesWellSaysWhatHappened() {
        Finding finding = new SeedRunner(PLAN).run(new Block(2, 3));

        assertThat(finding).isInstanceOf(Finding.Well.class);
        assertThat(((Finding.Well) finding).ends()).isNotEmpty();
    }
}
