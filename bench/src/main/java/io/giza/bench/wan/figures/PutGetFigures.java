package io.giza.bench.wan.figures;

import io.giza.bench.wan.cluster.ClusterPlan;
import io.giza.bench.wan.cluster.GatewayVariant;
import io.giza.bench.wan.cluster.WanCluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The paper's Figures 7 and 8: puts and gets from the first data center, by the iterations of Giza
 * and by its footprint.
 */
final class PutGetFigures {
    private static final List<GatewayVariant> ITERATIONS =
            List.of(
                    GatewayVariant.SERIAL_CLASSIC,
                    GatewayVariant.SERIAL_FAST,
                    GatewayVariant.PARALLEL_FAST);
    private static final List<GatewayVariant> SHIPPED = List.of(GatewayVariant.PARALLEL_FAST);

    private final Laboratory.Conditions conditions;

    PutGetFigures(Laboratory.Conditions conditions) {
        this.conditions = conditions;
    }

    /** Measures all iterations at several sizes. */
    Figure iterations(List<ClusterPlan> plans, List<Long> sizes)
            throws IOException, InterruptedException {
        List<Point> points = new ArrayList<>();
        var gateways = new WanCluster.Gateways(ITERATIONS, 1);
        for (ClusterPlan plan : plans) {
            try (Laboratory laboratory = Laboratory.open(conditions, plan, gateways)) {
                for (long size : sizes) {
                    points.addAll(
                            new PutGet(laboratory, size).measure(ITERATIONS, new PaperNumbers()));
                }
            }
        }
        return new Figure(7, "Put and get, by iteration and size", PutGet.BARE, points);
    }

    /**
     * Measures Giza as it is shipped over several footprints.
     *
     * @param costs where what objects cost there is added
     */
    Figure footprints(List<ClusterPlan> plans, long size, List<Cost> costs)
            throws IOException, InterruptedException {
        List<Point> points = new ArrayList<>();
        var gateways = new WanCluster.Gateways(SHIPPED, 1);
        for (ClusterPlan plan : plans) {
            try (Laboratory laboratory = Laboratory.open(conditions, plan, gateways)) {
                points.addAll(new PutGet(laboratory, size).measure(SHIPPED, new PaperNumbers()));
                costs.add(new CostMeasurement(laboratory, size).measure());
            }
        }
        return new Figure(8, "Put and get, by footprint", PutGet.BARE, points);
    }
}
