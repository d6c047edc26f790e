package io.giza.bench.wan.figures;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

class FigureTest {
    private static final Figure FIGURE =
            new Figure(
                    7,
                    "Put <and> get",
                    "bare",
                    List.of(
                            new Point("put 4MiB", "giza", 50, 1.0, 240, 245, 250, 260, 300, 374.0),
                            new Point(
                                    "put 4MiB", "bare", 50, null, 240, 241, 244, 250, 260, null)));

    @Test
    void theTableComparesWithTheReferenceOfTheGroup() {
        assertThat(FigureTable.of(FIGURE))
                .contains(
                        "| put 4MiB | giza | 1.00 | 240 | 245.0 | 250.0 | 260.0 | 300.0 | 1.025 | 1.154 | 374 |")
                .contains("|  | bare |  | 240 | 241.0 | 244.0 | 250.0 | 260.0 |  |  |  |");
    }

    @Test
    void roundTripsAreCountedByOperation() {
        String text =
                """
                giza_request_cross_dc_rounds_count{home="dc1",operation="put"} 10
                giza_request_cross_dc_rounds_sum{home="dc1",operation="put"} 12.0
                giza_request_cross_dc_rounds_count{home="dc1",operation="get"} 7
                """;
        CrossDcRounds before = new CrossDcRounds(8, 8);

        assertThat(CrossDcRounds.parse(text, "put")).isEqualTo(new CrossDcRounds(10, 12));
        assertThat(CrossDcRounds.parse(text, "put").meanSince(before)).isEqualTo(2);
    }

    @Test
    void thePictureIsXmlWithABarForEachPoint() throws Exception {
        String svg = FigureSvg.of(FIGURE);

        var document =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));

        // A background, and for each point its median and the part of it that is distance.
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(1 + 2 * 2);
        assertThat(svg).contains("Put &lt;and&gt; get").contains("class=\"mark\"");
    }
}
