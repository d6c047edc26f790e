package io.giza.bench.codes;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Coding;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

class CodesComparisonTest {
    @Test
    void everyImplementationHasALineForEachOperationAndTheSameParity() {
        CodesComparison.Result result =
                new CodesComparison(Duration.ofNanos(1), 1, Duration.ZERO)
                        .run(List.of(new Coding.ReedSolomon(6, 3)));

        assertThat(result.lines())
                .extracting(line -> line.coding() + line.operation() + line.implementation())
                .containsExactly(
                        "rs(6,3)encodevector",
                        "rs(6,3)encodetable",
                        "rs(6,3)encodebackblaze",
                        "rs(6,3)rebuildvector",
                        "rs(6,3)rebuildtable",
                        "rs(6,3)rebuildbackblaze");
        assertThat(result.ratios()).allSatisfy(r -> assertThat(r.to()).isEqualTo("backblaze"));
        assertThat(result.ratios()).hasSize(4).allSatisfy(r -> assertThat(r.ratio()).isPositive());
    }

    @Test
    void vectorsThatAreSlowerThanTablesAreNamed() {
        CodesComparison.Line slow = line("rs(6,3)", "encode", "vector", 0.7);
        CodesComparison.Result result =
                new CodesComparison.Result(
                        List.of(
                                slow,
                                line("rs(6,3)", "encode", "table", 2),
                                line("rs(6,3)", "rebuild", "vector", 20),
                                line("rs(6,3)", "rebuild", "table", 3)),
                        List.of());

        assertThat(result.slowerThanTables()).containsExactly(slow);
    }

    private static CodesComparison.Line line(
            String coding, String operation, String implementation, double gbPerS) {
        return new CodesComparison.Line(coding, operation, implementation, gbPerS);
    }
}
