package io.giza.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.giza.erasure.Reliability.RepairCost;
import io.giza.model.Coding;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class ReliabilityTest {
    @ParameterizedTest
    @CsvSource({"'rs(1,2)', 3.5e+09", "'rs(6,3)', 6.1e+11", "'lrc(6,2,2)', 2.6e+12"})
    void theFiguresOfThePapersTableComeOut(String scheme, String years) {
        double computed = Reliability.PAPER.yearsToLoss(Coding.parse(scheme), RepairCost.ONE);
        assertThat(String.format(Locale.ROOT, "%.1e", computed)).isEqualTo(years);
    }

    /** The three figures are so far apart that only one repair cost fits; the text says another. */
    @ParameterizedTest
    @CsvSource({"'rs(1,2)', 1", "'rs(6,3)', 6", "'lrc(6,2,2)', 3.6", "'lrc(12,2,2)', 6.75"})
    void dataLastsAsManyTimesLessAsARepairReads(String scheme, double reads) {
        Coding coding = Coding.parse(scheme);
        assertThat(CodeFigures.averageRepairReads(coding)).isCloseTo(reads, within(1e-9));
        assertThat(
                        Reliability.PAPER.yearsToLoss(coding, RepairCost.ONE)
                                / Reliability.PAPER.yearsToLoss(coding, RepairCost.FRAGMENTS_READ))
                .isCloseTo(reads, within(reads * 1e-2));
    }

    /** A plain solution of the equations, with fewer decimals of which many are lost. */
    @ParameterizedTest
    @ValueSource(strings = {"rs(1,1)", "rs(2,1)", "rs(6,1)", "rs(1,2)", "lrc(4,2,1)"})
    void theRecursionSolvesTheEquationsOfTheModel(String scheme) {
        Coding coding = Coding.parse(scheme);
        // Nodes that hardly outlive the repair keep the equations well-conditioned.
        Reliability frail =
                new Reliability(
                        400, 16e12, 1e9 / 8, 0.1, Duration.ofMinutes(30), Duration.ofHours(3));
        double repair = 399 * 0.1 * 1e9 / 8 / 16e12;
        double rate = 1.0 / (3 * 3600);
        List<Double> survived = Losses.survivedShares(coding);
        double[] seconds = new double[survived.size() + 1];
        for (int round = 0; round < 2_000_000; round++) {
            for (int i = 0; i < survived.size(); i++) {
                double up = (coding.fragments() - i) * rate;
                double down = i == 0 ? 0 : i == 1 ? repair : 1.0 / 1800;
                double before = i == 0 ? 0 : seconds[i - 1];
                seconds[i] =
                        (1 + up * survived.get(i) * seconds[i + 1] + down * before) / (up + down);
            }
        }
        assertThat(frail.yearsToLoss(coding, RepairCost.ONE) * 365 * 86_400)
                .isCloseTo(seconds[0], within(seconds[0] * 1e-6));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rs(1,2)", "rs(4,3)", "lrc(4,2,1)", "lrc(6,2,2)", "lrc(6,3,1)"})
    void sharesOfDecodableLossesAreThoseOfAllThatAreTried(String scheme) {
        Coding coding = Coding.parse(scheme);
        ErasureCode code = ErasureCode.of(coding);
        int n = coding.fragments();
        Map<Integer, Long> all = losses(n).collect(byCount());
        Map<Integer, Long> decodable =
                losses(n).filter(lost -> code.isDecodable(others(n, lost))).collect(byCount());
        for (int lost = 0; lost <= n; lost++) {
            assertThat(Losses.decodableShare(coding, lost))
                    .isCloseTo(
                            (double) decodable.getOrDefault(lost, 0L) / all.getOrDefault(lost, 0L),
                            within(1e-12));
        }
    }

    @ParameterizedTest
    @CsvSource({
        // Giza's table 1: geo-replication, then k + 1 with k from 2 to 6.
        "'rs(1,1)', 2, 1, 0, 1",
        "'rs(2,1)', 1.5, 1, 0.5, 2",
        "'rs(6,1)', 1.1667, 1, 0.8333, 6",
        "'lrc(6,2,2)', 1.6667, 1.5, 0.8333, 3.6",
        "'lrc(12,2,2)', 1.3333, 1.25, 0.9167, 6.75"
    })
    void trafficIsThatOfThePapers(
            String scheme, double overhead, double put, double get, double rebuild) {
        CodeFigures figures = CodeFigures.of(Coding.parse(scheme));
        assertThat(figures.overhead()).isCloseTo(overhead, within(1e-4));
        assertThat(figures.putTraffic()).isCloseTo(put, within(1e-4));
        assertThat(figures.getTraffic()).isCloseTo(get, within(1e-4));
        assertThat(figures.rebuildTraffic()).isCloseTo(rebuild, within(1e-4));
    }

    private static Stream<Integer> losses(int n) {
        return IntStream.range(0, 1 << n).boxed();
    }

    private static Collector<Integer, ?, Map<Integer, Long>> byCount() {
        return Collectors.groupingBy(Integer::bitCount, Collectors.counting());
    }

    private static Set<Integer> others(int n, int lost) {
        return IntStream.range(0, n)
                .filter(i -> (lost >> i & 1) == 0)
                .boxed()
                .collect(Collectors.toSet());
    }
}
