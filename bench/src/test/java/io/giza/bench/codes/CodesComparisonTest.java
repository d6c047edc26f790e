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
        assertThat(result.ratios()).hasSize(4).allSatisfy(r -> assertThat(r.ratio()).isPositive());
    }
}
