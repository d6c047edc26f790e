package io.giza.bench.wan.figures;

import io.giza.bench.cluster.S3Client;
import io.giza.bench.report.Latencies;
import io.giza.bench.wan.cluster.ClusterPlan;
import io.giza.bench.wan.cluster.GatewayVariant;
import io.giza.bench.wan.cluster.WanCluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The paper's Figure 9: updates without contention, with as much as OneDrive has, and with two
 * gateways that put one key back to back.
 */
final class ContentionFigure {
    /** Of OneDrive's updates, one in so many meets another within a second (section 6.5). */
    private static final int ONE_IN = 200;

    private static final int WRITERS = 8;
    private static final int ROUNDS = 4;
    private static final List<GatewayVariant> VARIANTS =
            List.of(GatewayVariant.SIMPLE_CONTENTION, GatewayVariant.PARALLEL_FAST);

    private final Laboratory.Conditions conditions;
    private final long size;

    /** What is done about it. */
    private enum Strategy {
        SIMPLE(GatewayVariant.SIMPLE_CONTENTION.label(), GatewayVariant.SIMPLE_CONTENTION),
        SHIPPED(GatewayVariant.PARALLEL_FAST.label(), GatewayVariant.PARALLEL_FAST),
        /** All who write a key ask a gateway of one data center, as a leader's clients do. */
        HOME("by a home data center", GatewayVariant.PARALLEL_FAST);

        private final String label;
        private final GatewayVariant variant;

        Strategy(String label, GatewayVariant variant) {
            this.label = label;
            this.variant = variant;
        }

        /** Tells whether it differs from the others there. */
        boolean isFor(Contention contention) {
            return this != HOME || contention == Contention.CROSS_DC;
        }
    }

    /** Who meets whom. */
    private enum Contention {
        NONE("none"),
        TRACE("trace, 0.5 %"),
        SAME_DC("adversarial, one data center"),
        CROSS_DC("adversarial, two data centers");

        private final String label;

        Contention(String label) {
            this.label = label;
        }
    }

    ContentionFigure(Laboratory.Conditions conditions, long size) {
        this.conditions = conditions;
        this.size = size;
    }

    Figure measure(ClusterPlan plan) throws IOException, InterruptedException {
        List<Point> points = new ArrayList<>();
        var gateways = new WanCluster.Gateways(VARIANTS, 2);
        try (Laboratory laboratory = Laboratory.open(conditions, plan, gateways);
                S3Client client = laboratory.client(size)) {
            for (Contention contention : Contention.values()) {
                points.addAll(measure(laboratory, client, contention));
            }
        }
        return new Figure(
                9,
                "Updates of " + Sizes.text(size) + ", by contention",
                GatewayVariant.SIMPLE_CONTENTION.label(),
                points);
    }

    private List<Latencies> run(Writers writers, Contention contention, Strategy strategy)
            throws IOException, InterruptedException {
        int each = Math.max(1, conditions.samples() / ROUNDS);
        return switch (contention) {
            case NONE -> writers.updateOwnKeys(WRITERS, each, Integer.MAX_VALUE);
            case TRACE -> writers.updateOwnKeys(WRITERS, each, ONE_IN);
            case SAME_DC -> writers.updateOneKey(writers.own(0), each);
            case CROSS_DC ->
                    writers.updateOneKey(
                            strategy == Strategy.HOME ? writers.home(1) : writers.own(1), each);
        };
    }

    private List<Point> measure(Laboratory laboratory, S3Client client, Contention contention)
            throws IOException, InterruptedException {
        conditions.tell("  contention: " + contention.label + " ...");
        Map<Strategy, List<Latencies>> took = new EnumMap<>(Strategy.class);
        for (int round = 0; round < ROUNDS; round++) {
            for (Strategy strategy : Strategy.values()) {
                if (strategy.isFor(contention)) {
                    String keys = strategy.ordinal() + "-" + round;
                    Writers writers = new Writers(laboratory, client, strategy.variant, keys);
                    took.computeIfAbsent(strategy, _ -> new ArrayList<>())
                            .addAll(run(writers, contention, strategy));
                }
            }
        }
        double least = laboratory.plan().farthestForPut(0).toNanos() / 1e6;
        List<Point> points = new ArrayList<>();
        took.forEach(
                (strategy, all) ->
                        points.add(
                                Point.of(
                                        laboratory.plan().name() + " " + contention.label,
                                        strategy.label,
                                        null,
                                        least,
                                        Latencies.merged(all),
                                        null)));
        return points;
    }
}
