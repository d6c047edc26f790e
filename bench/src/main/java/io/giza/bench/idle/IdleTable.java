package io.giza.bench.idle;

import java.util.Locale;

/** A result for people. */
final class IdleTable {
    private IdleTable() {}

    static String of(IdleResult result) {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "%,d objects, %,d of them with fragments; filled in %.0f s",
                result.objects(),
                result.withFragments(),
                result.fillSeconds());
        line(
                text,
                "collecting garbage once: %.1f s, %.1f CPU s",
                result.collection().seconds(),
                result.collection().cpuSeconds());
        line(
                text,
                "comparing the data centers once: %.1f s, %.1f CPU s",
                result.comparison().seconds(),
                result.comparison().cpuSeconds());
        line(
                text,
                "idle for %d s: %.2f CPU s, %.1f %% of a core; %.0f MiB resident",
                result.seconds(),
                result.cpuSeconds(),
                result.percentOfCore(),
                result.residentMebibytes());
        line(
                text,
                "in the long run, with a collection every ten minutes: %.1f %% of a core",
                result.percentOfCoreWithSweeps());
        for (IdleResult.ThreadShare thread : result.threads()) {
            line(text, "  %-20s %5.2f %%", thread.name(), thread.percentOfCore());
        }
        return text.toString().stripTrailing();
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }
}
