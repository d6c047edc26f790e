package io.giza.bench.growth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.bench.filling.KeyFiller;
import io.giza.bench.load.LoadResult;
import io.giza.bench.report.Json;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

class GrowthTableTest {
    private static GrowthResult.Line line(int keys, double ops) {
        return new GrowthResult.Line(
                keys,
                30,
                400,
                90,
                new GrowthResult.Start(5.25, 9, 300),
                4.5,
                12,
                new GrowthResult.Figures(ops, 1, 2, 1.25, 0),
                new GrowthResult.Figures(2 * ops, 1, 2, 0.25, 1),
                512);
    }

    private static GrowthResult result() {
        return new GrowthResult(4096, 8, 3, 10, List.of(line(1000, 1200), line(1_000_000, 1100)));
    }

    @Test
    void eachNumberOfKeysIsAColumn() {
        assertThat(GrowthTable.of(result()).lines())
                .anyMatch(line -> line.matches("keys +1,000 +1,000,000"))
                .anyMatch(line -> line.matches("put 4096 bytes, operations/s +1,200 +1,100"))
                .anyMatch(line -> line.matches("get of a random key, operations/s +2,400 +2,200"))
                .anyMatch(line -> line.matches("start, s +5.3 +5.3"))
                .anyMatch(line -> line.endsWith("operations that failed: 2."));
    }

    @Test
    void jsonHasALineForEachNumberOfKeys() {
        assertThat(Json.render(result()))
                .contains(
                        "\"keys\" : 1000000", "\"server_cpu_ms\" : 1.25", "\"cpu_seconds\" : 9.0");
    }

    @Test
    void figuresAreMediansOfTheWindows() {
        assertThat(GrowthDriver.figures(List.of(window(10), window(30), window(20))))
                .isEqualTo(new GrowthResult.Figures(20, 1, 3, 6, 3));
    }

    @Test
    void aWindowWithoutSuccessEndsTheRun() {
        LoadResult nothing = new LoadResult("put", 4096, 8, 10, List.of(), 3, "503", 0, 0, 0);

        assertThatThrownBy(() -> GrowthDriver.figures(List.of(nothing)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no put succeeded: 503");
    }

    private static LoadResult window(double ops) {
        return new LoadResult(
                "put",
                4096,
                8,
                10,
                List.of(new LoadResult.Line("put", 9, ops, 1, 1, 2, 3)),
                1,
                "503",
                5,
                6,
                7);
    }

    @Test
    void newKeysAreNewAndLieAmongThoseThatWereFilled() {
        FilledNames names = new FilledNames(1000);
        Set<String> put = new HashSet<>();
        Set<String> folders = new HashSet<>();
        for (int client = 0; client < 8; client++) {
            for (int count = 0; count < 1000; count++) {
                String name = names.toPut(1, client, count);
                put.add(name);
                folders.add(name.substring(0, 3));
            }
        }
        Set<String> filled = new HashSet<>();
        for (int number = 0; number < 1000; number++) {
            filled.add(KeyFiller.name(number));
        }

        assertThat(put).hasSize(8000).doesNotContainAnyElementsOf(filled);
        assertThat(folders).hasSize(100);
        assertThat(filled).contains(names.toGet(new SplittableRandom(1)));
    }
}
