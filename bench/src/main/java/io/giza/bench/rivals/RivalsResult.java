package io.giza.bench.rivals;

import io.giza.bench.report.Median;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * What a comparison found.
 *
 * @param stores Giza first
 * @param lines the medians, a line for each work
 * @param othersShare the median part of the machine that neither the measured store nor the clients
 *     had, 0 to 1; below 0 where it is unknown
 * @param othersShareAtMost the greatest
 * @param measurements every turn
 */
record RivalsResult(
        Conditions conditions,
        int rounds,
        int seconds,
        int warmUpSeconds,
        List<Store.Profile> stores,
        List<Line> lines,
        double othersShare,
        double othersShareAtMost,
        List<Measurement> measurements) {

    RivalsResult {
        stores = List.copyOf(stores);
        lines = List.copyOf(lines);
        measurements = List.copyOf(measurements);
    }

    /**
     * One work.
     *
     * @param stores of each store, Giza first
     * @param ratios of Giza to each of the others
     */
    record Line(Work work, List<Figures> stores, List<Ratios> ratios) {
        Line {
            stores = List.copyOf(stores);
            ratios = List.copyOf(ratios);
        }
    }

    /** Medians of a store's turns, in the units of {@link Measurement}. */
    record Figures(
            String store,
            double opsPerS,
            double mbPerS,
            double p50Ms,
            double p99Ms,
            double serverCpuMs,
            double clientCpuMs) {}

    /**
     * Giza by a rival: medians of the ratios within each round.
     *
     * @param ops of operations per second, more is better
     * @param cpu of the server's CPU time per operation, less is better
     */
    record Ratios(String rival, double ops, double cpu) {}

    /** Computes the medians. */
    static RivalsResult of(
            Conditions conditions,
            Comparison.Plan plan,
            List<Store.Profile> stores,
            List<Measurement> measurements) {
        List<Double> others =
                measurements.stream()
                        .map(Measurement::othersShare)
                        .filter(Objects::nonNull)
                        .toList();
        return new RivalsResult(
                conditions,
                plan.rounds(),
                plan.seconds(),
                plan.warmUpSeconds(),
                stores,
                plan.works().stream().map(work -> line(work, stores, measurements)).toList(),
                others.isEmpty() ? -1 : Median.of(others),
                others.stream().mapToDouble(Double::doubleValue).max().orElse(-1),
                measurements);
    }

    /** Returns how many operations failed. */
    long errors() {
        return measurements.stream().mapToLong(Measurement::errors).sum();
    }

    private static Line line(
            Work work, List<Store.Profile> stores, List<Measurement> measurements) {
        List<List<Measurement>> turns = new ArrayList<>();
        for (Store.Profile store : stores) {
            turns.add(
                    measurements.stream()
                            .filter(each -> each.work().equals(work))
                            .filter(each -> each.store().equals(store.name()))
                            .toList());
        }
        List<Measurement> own = turns.getFirst();
        return new Line(
                work,
                turns.stream().map(RivalsResult::figures).toList(),
                turns.stream().skip(1).map(rival -> ratios(own, rival)).toList());
    }

    private static Figures figures(List<Measurement> turns) {
        return new Figures(
                turns.getFirst().store(),
                median(turns, Measurement::opsPerS),
                median(turns, Measurement::mbPerS),
                median(turns, Measurement::p50Ms),
                median(turns, Measurement::p99Ms),
                median(turns, Measurement::serverCpuMs),
                median(turns, Measurement::clientCpuMs));
    }

    private static Ratios ratios(List<Measurement> own, List<Measurement> rival) {
        return new Ratios(
                rival.getFirst().store(),
                ratio(own, rival, Measurement::opsPerS),
                ratio(own, rival, Measurement::serverCpuMs));
    }

    private static double median(List<Measurement> turns, ToDoubleFunction<Measurement> of) {
        return Median.of(numbers(turns, of));
    }

    /** Turns of one round stand at one place of both lists. */
    private static double ratio(
            List<Measurement> own, List<Measurement> rival, ToDoubleFunction<Measurement> of) {
        return Median.ofRatios(numbers(own, of), numbers(rival, of));
    }

    private static List<Double> numbers(List<Measurement> turns, ToDoubleFunction<Measurement> of) {
        return turns.stream().map(of::applyAsDouble).toList();
    }
}
