package io.giza.bench.wan.figures;

import io.giza.bench.cluster.S3Client;
import io.giza.bench.report.Latencies;
import io.giza.bench.wan.cluster.ClusterPlan;
import io.giza.bench.wan.cluster.GatewayVariant;
import io.giza.bench.wan.cluster.WanCluster;
import io.giza.bench.wan.rival.IgniteCluster;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What the paper's section 6.4 compares: Giza, and its put and get as transactions of a system of
 * consensus groups over ranges, from the first data center.
 */
final class RivalFigure {
    private static final String IGNITE = "transactions of Ignite";

    /** The paper's: what it compares with is not made for large objects. */
    private static final int SIZE = 128 << 10;

    private static final int WARM_UP = 5;

    private final Laboratory.Conditions conditions;

    RivalFigure(Laboratory.Conditions conditions) {
        this.conditions = conditions;
    }

    Figure measure(List<ClusterPlan> plans) throws IOException, InterruptedException {
        List<Point> points = new ArrayList<>();
        var gateways = new WanCluster.Gateways(List.of(GatewayVariant.PARALLEL_FAST), 1);
        for (ClusterPlan plan : plans) {
            try (Laboratory laboratory = Laboratory.open(conditions, plan, gateways)) {
                conditions.tell("  Ignite starts ...");
                try (IgniteCluster rival =
                        IgniteCluster.start(
                                conditions.folder(),
                                plan.metadataDcs(),
                                laboratory.network(),
                                conditions.jvmOptions())) {
                    laboratory.warmUp(rival.gateways());
                    points.addAll(measure(laboratory, rival.gateway(0)));
                }
            }
        }
        return new Figure(12, "Beside transactions over consensus groups, 128 KiB", IGNITE, points);
    }

    private List<Point> measure(Laboratory laboratory, URI rival)
            throws IOException, InterruptedException {
        URI giza = laboratory.cluster().gateway(0, GatewayVariant.PARALLEL_FAST);
        List<Point> points = new ArrayList<>();
        try (S3Client client = laboratory.client(SIZE)) {
            for (String operation : List.of("put", "get")) {
                String group = laboratory.plan().name() + " " + operation + " 128KiB";
                conditions.tell("  " + group + ": " + conditions.samples() + " in turn ...");
                CrossDcRounds before = CrossDcRounds.read(client, giza, operation);
                String shipped = GatewayVariant.PARALLEL_FAST.label();
                Map<String, Latencies> took =
                        Turns.take(
                                List.of(
                                        way(operation, shipped, client, giza),
                                        way(operation, IGNITE, client, rival)),
                                WARM_UP,
                                conditions.samples());
                double rounds = CrossDcRounds.read(client, giza, operation).meanSince(before);
                double least = least(laboratory.plan(), operation);
                points.add(point(group, shipped, rounds, least, took));
                points.add(point(group, IGNITE, null, least, took));
            }
        }
        return points;
    }

    private static Point point(
            String group,
            String series,
            @Nullable Double rounds,
            double least,
            Map<String, Latencies> took) {
        Latencies all = Objects.requireNonNull(took.get(series));
        return Point.of(group, series, rounds, least, all, null);
    }

    private static double least(ClusterPlan plan, String operation) {
        var least = operation.equals("put") ? plan.farthestForPut(0) : plan.farthestForGet(0);
        return least.toNanos() / 1e6;
    }

    private static Turns.Way way(String operation, String label, S3Client client, URI gateway) {
        return new Turns.Way(
                label,
                number -> {
                    String path = Laboratory.path("rival-" + number);
                    return operation.equals("put")
                            ? () -> client.put(gateway, path)
                            : () -> client.get(gateway, path);
                });
    }
}
