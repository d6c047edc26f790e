package io.giza.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.cli.output.PlainWriter;
import io.giza.cli.output.Table;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** How tables are laid out. */
class TableTest {
    private final Table table =
            new Table("DC", "STATE", "WHY")
                    .row("dc1", "up", "")
                    .row("dc10", "silent", "it is away");

    @Test
    void whatIsPrintedTellsATerminalNothing() {
        var bytes = new ByteArrayOutputStream();
        try (PrintWriter out = PlainWriter.over(bytes)) {
            out.println("a\u001b[2J\u009b1m\tb\r\u0007 \u20ac");
            out.print('\u001b');
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("a?[2J?1m\tb?? \u20ac\n?");
    }

    @Test
    void eachColumnIsAsWideAsItsWidestText() {
        assertThat(table.lines(80))
                .containsExactly("DC    STATE   WHY", "dc1   up", "dc10  silent  it is away");
    }

    @Test
    void theLastColumnIsCutOffWhereTheTerminalEnds() {
        assertThat(table.lines(20)).last().isEqualTo("dc10  silent  it ...");
        assertThat(table.lines(3)).last().isEqualTo("dc10  silent  i...");
    }
}
