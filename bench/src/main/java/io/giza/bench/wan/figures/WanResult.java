package io.giza.bench.wan.figures;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What was measured.
 *
 * @param figures in the order in which they were asked for
 * @param costs what objects cost, where that was measured
 */
record WanResult(List<Figure> figures, List<Cost> costs) {
    WanResult {
        figures = List.copyOf(figures);
        costs = List.copyOf(costs);
    }

    String text() {
        String tables = figures.stream().map(FigureTable::of).collect(Collectors.joining("\n"));
        return costs.isEmpty() ? tables : tables + "\n" + FigureTable.of(costs);
    }
}
