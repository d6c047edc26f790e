package io.giza.bench.growth;

import io.giza.bench.growth.GrowthResult.Line;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Growth for people: a column for each number of keys. */
final class GrowthTable {
    private final StringBuilder text = new StringBuilder();
    private final List<Line> lines;

    private GrowthTable(GrowthResult result) {
        lines = result.lines();
    }

    static String of(GrowthResult result) {
        GrowthTable table = new GrowthTable(result);
        String size = result.objectBytes() + " bytes";
        table.row("keys", "%,d", line -> line.keys());
        table.row("put " + size + ", operations/s", "%,.0f", line -> line.put().opsPerS());
        table.row("  p50 ms", "%.2f", line -> line.put().p50Ms());
        table.row("  p99 ms", "%.2f", line -> line.put().p99Ms());
        table.row("  server CPU ms/operation", "%.2f", line -> line.put().serverCpuMs());
        table.row("get of a random key, operations/s", "%,.0f", line -> line.get().opsPerS());
        table.row("  p50 ms", "%.2f", line -> line.get().p50Ms());
        table.row("  p99 ms", "%.2f", line -> line.get().p99Ms());
        table.row("  server CPU ms/operation", "%.2f", line -> line.get().serverCpuMs());
        table.row("folders of a folder, ms", "%.0f", Line::folderMs);
        table.row("bytes of a row in one table", "%,.0f", line -> line.rowBytes());
        table.row("bytes per key on disk, all tables", "%.0f", Line::diskBytesPerKey);
        table.row("start, s", "%.1f", line -> line.start().seconds());
        table.row("  CPU s", "%.1f", line -> line.start().cpuSeconds());
        table.row("  resident MiB", "%.0f", line -> line.start().residentMebibytes());
        table.row("idle, CPU in % of a core", "%.1f", Line::idleCpuPercent);
        table.row("resident MiB at the end", "%.0f", Line::residentMebibytes);
        table.row("filling the tables, s", "%.0f", Line::fillSeconds);
        return table.text
                .append(
                        String.format(
                                "%d clients; medians of %d windows of %d s; operations that failed:"
                                        + " %d.",
                                result.clients(),
                                result.rounds(),
                                result.seconds(),
                                result.errors()))
                .toString();
    }

    private void row(String name, String format, ToDoubleFunction<Line> figure) {
        text.append(String.format("%-40s", name));
        for (Line line : lines) {
            double value = figure.applyAsDouble(line);
            Object shown = format.contains("d") ? (Object) (long) value : (Object) value;
            text.append(String.format("%14s", String.format(Locale.ROOT, format, shown)));
        }
        text.append(String.format("%n"));
    }
}
