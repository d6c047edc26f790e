package io.giza.bench.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.bench.load.LoadResult;
import io.giza.bench.report.Json;

import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

class RivalsResultTest {
    private static final Work PUT = new Work("put", 4096, 8);
    private static final Work GET = new Work("get", 4096, 8);
    private static final Conditions CONDITIONS =
            new Conditions("2026-01-02T03:04:05Z", "Linux", 2, 8L << 30, "25", "ext4", 1.5);

    private static Store.Profile profile(String name) {
        return new Store.Profile(name, "1", "twice", "forced");
    }

    private static Measurement turn(String store, Work work, int round, double ops, double cpu) {
        return new Measurement(
                store, work, round, ops, ops / 10, 2, 9, cpu, 1, round / 10.0, 0, null);
    }

    /** Three rounds in which the ratios are 0.5, 1 and 0.25 of operations, and 2, 4, 3 of CPU. */
    private static RivalsResult result() {
        List<Measurement> turns = new ArrayList<>();
        for (Work work : List.of(PUT, GET)) {
            turns.add(turn("giza", work, 1, 50, 4));
            turns.add(turn("a<b", work, 1, 100, 2));
            turns.add(turn("a<b", work, 2, 80, 1));
            turns.add(turn("giza", work, 2, 80, 4));
            turns.add(turn("giza", work, 3, 20, 6));
            turns.add(turn("a<b", work, 3, 80, 2));
        }
        return RivalsResult.of(
                CONDITIONS,
                new Comparison.Plan(List.of(PUT, GET), 3, 10, 20),
                List.of(profile("giza"), profile("a<b")),
                turns);
    }

    @Test
    void ratiosAreMediansOfTheRatiosOfEachRound() {
        RivalsResult.Line line = result().lines().getFirst();

        assertThat(line.work()).isEqualTo(PUT);
        assertThat(line.ratios()).containsExactly(new RivalsResult.Ratios("a<b", 0.5, 3));
        assertThat(line.stores())
                .containsExactly(
                        new RivalsResult.Figures("giza", 50, 5, 2, 9, 4, 1),
                        new RivalsResult.Figures("a<b", 80, 8, 2, 9, 2, 1));
    }

    @Test
    void whatOthersHadIsTheMedianAndTheGreatestOfAllTurns() {
        assertThat(result().othersShare()).isEqualTo(0.2);
        assertThat(result().othersShareAtMost()).isEqualTo(0.3);
    }

    @Test
    void theTableHasALineForEachWorkAndSaysWhatIsForced() {
        assertThat(RivalsTable.of(result()).lines())
                .anyMatch(line -> line.matches("put 4 KiB, 8 clients +50.0 +80.0 +0.50 .* 3.00"))
                .anyMatch(line -> line.startsWith("get 4 KiB, 8 clients"))
                .anyMatch(line -> line.contains("giza 1: twice; forced."))
                .anyMatch(line -> line.contains("others had 20 % of the processors, at most 30 %"))
                .noneMatch(line -> line.contains("in memory"));
    }

    @Test
    void theTableWarnsOfFoldersInMemory() {
        RivalsResult result =
                new RivalsResult(
                        new Conditions("t", "Linux", 2, 8L << 30, "25", "tmpfs", -1),
                        1,
                        1,
                        1,
                        List.of(profile("giza")),
                        List.of(),
                        -1,
                        -1,
                        List.of());

        assertThat(RivalsTable.of(result)).contains("in memory").doesNotContain("others had");
    }

    @Test
    void jsonHasMediansAndEveryTurn() {
        assertThat(Json.render(result()))
                .contains("\"object_bytes\" : 4096", "\"ops\" : 0.5", "\"server_cpu_ms\" : 6.0")
                .contains("\"file_system\" : \"ext4\"", "\"durability\" : \"forced\"");
    }

    @Test
    void thePictureIsXmlWithTwoBarsForEachWork()
            throws ParserConfigurationException, IOException, SAXException {
        String svg = RivalsSvg.of(result());

        var document =
                DocumentBuilderFactory.newNSInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(svg)));

        // The background is one more.
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(5);
        assertThat(svg).contains("giza / a&lt;b");
    }

    @Test
    void aTurnWithoutSuccessEndsTheRun() {
        LoadResult nothing = new LoadResult("put", 4096, 8, 10, List.of(), 3, "403", 0, 0, 0);

        assertThatThrownBy(() -> Measurement.of("a", PUT, 1, nothing, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a: no put 4 KiB, 8 clients succeeded: 403");
    }

    @Test
    void aTurnCountsTheClientsCpuPerOperation() {
        LoadResult load =
                new LoadResult(
                        "put",
                        4096,
                        8,
                        10,
                        List.of(new LoadResult.Line("put", 9, 0.9, 1, 2, 3, 4)),
                        1,
                        "503",
                        5,
                        6,
                        1000);

        assertThat(Measurement.of("a", PUT, 2, load, 0.5))
                .isEqualTo(new Measurement("a", PUT, 2, 0.9, 1, 2, 4, 6, 4.096, 0.5, 1, "503"));
    }
}
