package io.giza.bench.report;

import java.util.ArrayList;
import java.util.List;

/** The middle of some numbers. */
public final class Median {
    private Median() {}

    /** Returns the middle one, or the mean of the two in the middle. */
    public static double of(List<Double> numbers) {
        if (numbers.isEmpty()) {
            throw new IllegalArgumentException("no numbers");
        }
        List<Double> sorted = numbers.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(half)
                : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }

    /** Returns the median of each number of one list through its partner in the other. */
    public static double ofRatios(List<Double> numbers, List<Double> reference) {
        if (numbers.size() != reference.size()) {
            throw new IllegalArgumentException(numbers.size() + " and " + reference.size());
        }
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            ratios.add(numbers.get(i) / reference.get(i));
        }
        return of(ratios);
    }
}
