package io.giza.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

class PlanCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void printsTheBestWithTheirDataCenters() {
        assertThat(run("plan", "--from", "west-europe=3,north-europe=1", "--top", "2")).isZero();

        assertThat(out.toString().lines().filter(line -> line.startsWith("rs("))).hasSize(2);
        assertThat(out.toString()).contains("metadata and data in", "west-europe", "works");
    }

    @Test
    void plansThePaperSConfigurationAsJson() {
        assertThat(
                        run(
                                "plan",
                                "rs(2,1)",
                                "--matrix",
                                "world-2-1",
                                "--metadata-dcs",
                                "3",
                                "--tail",
                                "1",
                                "--from",
                                "us-central=1",
                                "--json"))
                .isZero();

        JsonNode only = JsonMapper.shared().readTree(out.toString()).get(0);
        assertThat(only.get("put_p50").asDouble()).isEqualTo(140);
        assertThat(only.get("get_p50").asDouble()).isEqualTo(116);
        assertThat(only.get("losses").asInt()).isEqualTo(1);
    }

    @Test
    void aFileOfPricesAddsCosts(@TempDir Path folder) throws IOException {
        Path prices = folder.resolve("prices.csv");
        Files.writeString(
                prices,
                """
                place,storage,egress,writes,reads
                us-central,0.02,0.05,0.5,0.1
                eu-west,0.02,0.05,0.5,0.1
                jp-east,0.02,0.08,0.5,0.1
                """);

        assertThat(
                        run(
                                "plan",
                                "rs(2,1)",
                                "--matrix",
                                "world-2-1",
                                "--prices",
                                prices.toString(),
                                "--by",
                                "cost"))
                .isZero();

        assertThat(out.toString()).contains("cost of a TB");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--matrix moon.csv | cannot read moon.csv",
                "--among atlantis | has no place 'atlantis'",
                "--from east-us=0 | --from needs weights above 0",
                "--by cost | --by cost needs --prices",
                "--tail 0.5 | --tail must be 1 to 100",
                "--size 0B | --size must be 1B or more",
                "--losses 9 | nothing fits",
                "--metadata-dcs 2 | metadata data centers must be 3 to 11",
                "--prices none.csv | cannot read none.csv"
            })
    void refusesWhatMakesNoSense(String options, String reason) {
        assertThat(run(("plan " + options).split(" ", -1))).isEqualTo(1);
        assertThat(err.toString()).startsWith("giza: ").contains(reason).doesNotContain("\tat ");
    }

    private int run(String... arguments) {
        CommandLine command = StandaloneMain.commandLine();
        return command.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
