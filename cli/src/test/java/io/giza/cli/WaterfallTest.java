package io.giza.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.cli.output.Waterfall;

import org.junit.jupiter.api.Test;

/** Bars on a time axis. */
class WaterfallTest {
    private final Waterfall waterfall =
            new Waterfall()
                    .bar("put", 0, 50, "")
                    .bar("  dc2 metadata", 10, 20, "timed-out")
                    .bar("get", 50, 50, "");

    @Test
    void eachBarStandsWhereItsTimeIs() {
        assertThat(waterfall.lines(72))
                .containsExactly(
                        "put                   0.0       50.0 ms  ##########",
                        "  dc2 metadata       10.0       20.0 ms    ####                timed-out",
                        "get                  50.0       50.0 ms            ##########");
    }

    @Test
    void barsFillAWideTerminalAndNotesStandBehindThem() {
        assertThat(waterfall.lines(200))
                .containsExactly(
                        "put                   0.0       50.0 ms  " + "#".repeat(30),
                        "  dc2 metadata       10.0       20.0 ms  "
                                + " ".repeat(6)
                                + "#".repeat(12)
                                + " ".repeat(42)
                                + "  timed-out",
                        "get                  50.0       50.0 ms  "
                                + " ".repeat(30)
                                + "#".repeat(30));
    }

    @Test
    void whatTookNoTimeIsSeenAndNothingIsOutsideOfTheLine() {
        assertThat(new Waterfall().bar("a", 0, 0, "").lines(80).getFirst()).endsWith("ms  #");
        assertThat(new Waterfall().bar("a", 5, 0, "").bar("b", 0, 5, "").lines(40))
                .allMatch(line -> line.length() <= 40);
        assertThat(new Waterfall().lines(80)).isEmpty();
    }

    @Test
    void aLabelTellsATerminalNothing() {
        assertThat(new Waterfall().bar("a\u001b[2J\nb", 0, 1, "\u009b1m").lines(200).getFirst())
                .startsWith("a?[2J?b")
                .endsWith("?1m");
    }
}
