package io.giza.bench.wan.figures;

import io.giza.bench.cluster.S3Client;
import io.giza.bench.report.Latencies;
import io.giza.bench.wan.cluster.ClusterPlan;
import io.giza.bench.wan.cluster.GatewayVariant;
import io.giza.bench.wan.cluster.WanCluster;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The paper's Figure 6: agreeing on metadata by classic and by fast ballots, from each data center.
 * The object is so small that it travels in its record, so that its put is all metadata.
 */
final class MetadataFigure {
    private static final String CLASSIC = "classic";
    private static final String FAST = "fast";
    private static final int SIZE = 1 << 10;
    private static final int WARM_UP = 5;

    private final Laboratory.Conditions conditions;

    MetadataFigure(Laboratory.Conditions conditions) {
        this.conditions = conditions;
    }

    Figure measure(List<ClusterPlan> plans) throws IOException, InterruptedException {
        List<Point> points = new ArrayList<>();
        for (ClusterPlan plan : plans) {
            var gateways =
                    new WanCluster.Gateways(
                            List.of(GatewayVariant.PARALLEL_FAST, GatewayVariant.SERIAL_CLASSIC),
                            1);
            try (Laboratory laboratory = Laboratory.open(conditions, plan, gateways)) {
                for (int dc = 0; dc < plan.metadataDcs(); dc++) {
                    points.addAll(measure(laboratory, dc));
                }
            }
        }
        return new Figure(6, "Agreeing on metadata, by ballot and location", CLASSIC, points);
    }

    private List<Point> measure(Laboratory laboratory, int dc)
            throws IOException, InterruptedException {
        ClusterPlan plan = laboratory.plan();
        String group = plan.name() + " from " + plan.matrix().places().get(dc);
        conditions.tell("  " + group + " ...");
        URI fast = laboratory.cluster().gateway(dc, GatewayVariant.PARALLEL_FAST);
        URI classic = laboratory.cluster().gateway(dc, GatewayVariant.SERIAL_CLASSIC);
        try (S3Client client = laboratory.client(SIZE)) {
            CrossDcRounds fastBefore = CrossDcRounds.read(client, fast, "put");
            CrossDcRounds classicBefore = CrossDcRounds.read(client, classic, "put");
            Map<String, Latencies> took =
                    Turns.take(
                            List.of(put(CLASSIC, client, classic, dc), put(FAST, client, fast, dc)),
                            WARM_UP,
                            conditions.samples());
            return List.of(
                    Point.of(
                            group,
                            CLASSIC,
                            CrossDcRounds.read(client, classic, "put").meanSince(classicBefore),
                            2 * plan.classicRound(dc).toNanos() / 1e6,
                            Objects.requireNonNull(took.get(CLASSIC)),
                            null),
                    Point.of(
                            group,
                            FAST,
                            CrossDcRounds.read(client, fast, "put").meanSince(fastBefore),
                            plan.fastRound(dc).toNanos() / 1e6,
                            Objects.requireNonNull(took.get(FAST)),
                            null));
        }
    }

    private static Turns.Way put(String label, S3Client client, URI gateway, int dc) {
        return new Turns.Way(
                label,
                number ->
                        () ->
                                client.put(
                                        gateway, Laboratory.path(label + "-" + dc + "-" + number)));
    }
}
