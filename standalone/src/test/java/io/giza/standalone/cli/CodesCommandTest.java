package io.giza.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.io.StringWriter;

class CodesCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void theTableHasALinePerScheme() {
        assertThat(run("codes", "rs(1,2)", "lrc(6,2,2)")).isZero();
        assertThat(out.toString().lines().filter(line -> line.matches("(rs|lrc)\\(.*")))
                .containsExactly(
                        "rs(1,2)           3  3.00x     1 ( 1.00)   2 (+1:   0.0%)     2.00   0.00"
                                + "    1.00   3.5e+09   3.5e+09",
                        "lrc(6,2,2)       10  1.67x     3 ( 3.60)   3 (+1:  85.7%)     1.50   0.83"
                                + "    3.60   2.6e+12   7.1e+11");
    }

    @Test
    void theFiguresAreThereAsJson() {
        assertThat(run("codes", "lrc(12, 2, 2)", "rs(6,3)", "--json")).isZero();
        JsonNode list = JsonMapper.shared().readTree(out.toString());
        assertThat(list).hasSize(2);
        assertThat(list.get(0).get("coding").asString()).isEqualTo("lrc(12,2,2)");
        assertThat(list.get(0).get("data_repair_reads").asInt()).isEqualTo(6);
        assertThat(list.get(1).get("put_traffic").asDouble()).isEqualTo(8 / 6.0);
        assertThat(list.get(1).get("mttf_years").asDouble()).isBetween(6.05e11, 6.15e11);
    }

    @Test
    void withoutASchemeTheUsualAreCompared() {
        assertThat(run("codes")).isZero();
        assertThat(out.toString()).contains("rs(2,1) ", "lrc(12,2,2) ", "MTTF");
    }

    @Test
    void whatIsNoSchemeIsRefusedWithTheReason() {
        assertThat(run("codes", "lrc(6,2,3)")).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("giza: lrc(6,2,3) is not supported: ")
                .doesNotContain("Exception");
    }

    private int run(String... arguments) {
        CommandLine command = StandaloneMain.commandLine();
        return command.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
