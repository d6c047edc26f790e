package io.giza.bench.wan.figures;

import io.giza.bench.wan.cluster.GatewayVariant;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/**
 * The medians that the paper's text gives, in milliseconds (USENIX ATC 2017, section 6). Its other
 * numbers are only in the curves of its figures.
 */
final class PaperNumbers {
    private static final Map<String, Map<String, Double>> MEDIANS =
            Map.of(
                    "world-2-1 put 4MiB",
                    Map.of(
                            GatewayVariant.SERIAL_CLASSIC.label(),
                            852.0,
                            GatewayVariant.SERIAL_FAST.label(),
                            598.0,
                            GatewayVariant.PARALLEL_FAST.label(),
                            374.0,
                            PutGet.BARE,
                            344.0),
                    "world-2-1 get 4MiB",
                    Map.of(GatewayVariant.PARALLEL_FAST.label(), 223.0, PutGet.BARE, 190.0));

    /** Returns the paper's median of something, null if its text has none. */
    @Nullable Double millis(String group, String series) {
        return MEDIANS.getOrDefault(group, Map.of()).get(series);
    }
}
