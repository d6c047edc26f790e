package io.giza.bench.wan.figures;

import io.giza.bench.cluster.S3Client;
import io.giza.bench.report.Latencies;
import io.giza.bench.wan.cluster.ClusterPlan;
import io.giza.bench.wan.cluster.GatewayVariant;
import io.giza.bench.wan.cluster.WanCluster;
import io.giza.bench.wan.network.LinkConditions;
import io.giza.bench.wan.network.WideAreaNetwork;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Puts and gets while the data center that is farthest from the gateway is not as it should be. */
final class DegradedFigure {
    private static final String WELL = "all well";
    private static final Duration SLOWER = Duration.ofMillis(100);
    private static final double LOSS = 0.001;
    private static final int WARM_UP = 5;

    /** Where segments are lost, large objects take seconds. */
    private static final int MOST_SAMPLES = 30;

    private final Laboratory.Conditions conditions;
    private final long size;

    /** What is wrong. */
    private enum Fault {
        NONE(WELL),
        SLOW("200 ms farther away"),
        LOSSY("0.1 % of segments lost"),
        AWAY("away");

        private final String label;

        Fault(String label) {
            this.label = label;
        }
    }

    DegradedFigure(Laboratory.Conditions conditions, long size) {
        this.conditions = conditions;
        this.size = size;
    }

    Figure measure(List<ClusterPlan> plans) throws IOException, InterruptedException {
        List<Point> puts = new ArrayList<>();
        List<Point> gets = new ArrayList<>();
        for (ClusterPlan plan : plans) {
            var gateways = new WanCluster.Gateways(List.of(GatewayVariant.PARALLEL_FAST), 1);
            try (Laboratory laboratory = Laboratory.open(conditions, plan, gateways);
                    S3Client client = laboratory.client(size)) {
                for (Fault fault : Fault.values()) {
                    conditions.tell("  " + plan.name() + ": " + fault.label + " ...");
                    begin(laboratory, fault);
                    puts.add(measure(laboratory, client, "put", fault));
                    gets.add(measure(laboratory, client, "get", fault));
                    end(laboratory, fault);
                }
            }
        }
        puts.addAll(gets);
        return new Figure(10, "A data center that is slow, lossy or away", WELL, puts);
    }

    private static void begin(Laboratory laboratory, Fault fault) {
        int dc = farthest(laboratory);
        WideAreaNetwork network = laboratory.network();
        switch (fault) {
            case NONE -> {}
            case SLOW -> network.change(dc, (LinkConditions link) -> link.slowerBy(SLOWER));
            case LOSSY -> network.change(dc, (LinkConditions link) -> link.losing(LOSS));
            case AWAY -> laboratory.cluster().lose(dc);
        }
    }

    private static void end(Laboratory laboratory, Fault fault) {
        int dc = farthest(laboratory);
        WideAreaNetwork network = laboratory.network();
        switch (fault) {
            case NONE, AWAY -> {}
            case SLOW ->
                    network.change(dc, (LinkConditions link) -> link.slowerBy(SLOWER.negated()));
            case LOSSY -> network.change(dc, (LinkConditions link) -> link.losing(0));
        }
    }

    private static int farthest(Laboratory laboratory) {
        return laboratory.plan().farthestStoreForPut(0);
    }

    private Point measure(Laboratory laboratory, S3Client client, String operation, Fault fault)
            throws IOException, InterruptedException {
        URI gateway = laboratory.cluster().gateway(0, GatewayVariant.PARALLEL_FAST);
        Turns.Way way =
                new Turns.Way(
                        fault.label,
                        number -> {
                            String path = Laboratory.path(fault.ordinal() + "-" + number);
                            return () -> {
                                if (operation.equals("put")) {
                                    client.put(gateway, path);
                                } else {
                                    client.get(gateway, path);
                                }
                            };
                        });
        CrossDcRounds before = CrossDcRounds.read(client, gateway, operation);
        int samples = Math.min(conditions.samples(), MOST_SAMPLES);
        Map<String, Latencies> took = Turns.take(List.of(way), WARM_UP, samples);
        ClusterPlan plan = laboratory.plan();
        Duration least =
                operation.equals("put")
                        ? plan.farthestForPut(0)
                        : plan.matrix().roundTrip(0, plan.farthestStoreForGet(0));
        return Point.of(
                plan.name() + " " + operation + " " + Sizes.text(size),
                fault.label,
                CrossDcRounds.read(client, gateway, operation).meanSince(before),
                least.toNanos() / 1e6,
                Objects.requireNonNull(took.get(fault.label)),
                null);
    }
}
