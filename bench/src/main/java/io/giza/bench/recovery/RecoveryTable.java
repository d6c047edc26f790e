package io.giza.bench.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A result of recovery for people. */
final class RecoveryTable {
    private RecoveryTable() {}

    static String of(RecoveryResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(
                text(
                        "%d objects of %d bytes, %d rounds, workers at %.2f of the time",
                        result.objects(), result.objectBytes(), result.rounds(), result.share()));
        result.reclaims().forEach(each -> lines.add(reclaim(each)));
        if (!result.rebuilds().isEmpty()) {
            lines.add(
                    text(
                            "%-13s %4s %10s %8s %8s %10s %11s",
                            "rebuild", "dcs", "fragments", "s", "MB/s", "read/byte", "cross/byte"));
        }
        result.rebuilds().forEach(each -> lines.add(rebuild(each)));
        for (RecoveryResult.Foreground each : result.foreground()) {
            lines.add(foreground(each));
            if (each.rebuilding()) {
                lines.add(
                        text(
                                "  which rebuilt %.1f MB/s and was over early in %d rounds",
                                each.rebuiltMbPerS(), each.finished()));
            }
        }
        return String.join(System.lineSeparator(), lines);
    }

    private static String reclaim(RecoveryResult.Reclaim each) {
        return text(
                "reclaim %s: %.2f s, %.2f s/GB",
                each.coding(), each.seconds(), each.secondsPerGb());
    }

    private static String rebuild(RecoveryResult.Rebuild each) {
        return text(
                "%-13s %4d %10d %8.2f %8.1f %10.2f %11.2f",
                each.coding(),
                each.dcs(),
                each.fragments(),
                each.seconds(),
                each.mbPerS(),
                each.readPerByte(),
                each.crossPerByte());
    }

    private static String foreground(RecoveryResult.Foreground each) {
        return text(
                "puts %s: %.1f ops/s, p50 %.1f ms, p99 %.1f ms, %d errors",
                each.rebuilding() ? "beside a paced rebuild" : "alone",
                each.opsPerS(),
                each.p50Ms(),
                each.p99Ms(),
                each.errors());
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
