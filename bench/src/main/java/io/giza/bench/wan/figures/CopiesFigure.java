package io.giza.bench.wan.figures;

import io.giza.bench.cluster.S3Client;
import io.giza.bench.report.Latencies;
import io.giza.bench.wan.cluster.ClusterPlan;
import io.giza.bench.wan.cluster.GatewayVariant;
import io.giza.bench.wan.cluster.WanCluster;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gets from the first data center, where it keeps copies of what was read and where it does not.
 */
final class CopiesFigure {
    private static final String NO_COPIES = "no copies";
    private static final String MISS = "a copy is made";
    private static final String HIT = "a copy is read";
    private static final List<GatewayVariant> VARIANTS =
            List.of(GatewayVariant.PARALLEL_FAST, GatewayVariant.COPIES);
    private static final Pattern KEPT =
            Pattern.compile("giza_cache_copies_total\\{.*outcome=\"kept\".*\\} ([0-9.eE+]+)");
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int WARM_UP = 5;

    private final Laboratory.Conditions conditions;

    CopiesFigure(Laboratory.Conditions conditions) {
        this.conditions = conditions;
    }

    Figure measure(List<ClusterPlan> plans, List<Long> sizes)
            throws IOException, InterruptedException {
        List<Point> points = new ArrayList<>();
        var gateways = new WanCluster.Gateways(VARIANTS, 1);
        for (ClusterPlan plan : plans) {
            try (Laboratory laboratory = Laboratory.open(conditions, plan, gateways)) {
                for (long size : sizes) {
                    points.addAll(measure(laboratory, size));
                }
            }
        }
        return new Figure(11, "Get, where copies are kept near", NO_COPIES, points);
    }

    private List<Point> measure(Laboratory laboratory, long size)
            throws IOException, InterruptedException {
        URI plain = laboratory.cluster().gateway(0, GatewayVariant.PARALLEL_FAST);
        URI copying = laboratory.cluster().gateway(0, GatewayVariant.COPIES);
        String group = laboratory.plan().name() + " get " + Sizes.text(size);
        int samples = conditions.samples();
        conditions.tell("  " + group + ": " + samples + " in turn ...");
        List<Point> points = new ArrayList<>();
        try (S3Client client = laboratory.client(size)) {
            for (int number = 0; number < WARM_UP + samples; number++) {
                client.put(plain, path(size, number));
            }
            double before = kept(client, copying);
            points.addAll(
                    take(
                            laboratory,
                            client,
                            group,
                            List.of(
                                    way(client, NO_COPIES, plain, size),
                                    way(client, MISS, copying, size))));
            awaitCopies(client, copying, before + WARM_UP + samples);
            points.addAll(
                    take(laboratory, client, group, List.of(way(client, HIT, copying, size))));
        }
        return points;
    }

    private static Turns.Way way(S3Client client, String label, URI gateway, long size) {
        return new Turns.Way(label, number -> () -> client.get(gateway, path(size, number)));
    }

    private List<Point> take(
            Laboratory laboratory, S3Client client, String group, List<Turns.Way> ways)
            throws IOException, InterruptedException {
        Map<String, URI> gateways = new LinkedHashMap<>();
        Map<String, CrossDcRounds> before = new LinkedHashMap<>();
        for (Turns.Way way : ways) {
            GatewayVariant variant =
                    way.label().equals(NO_COPIES)
                            ? GatewayVariant.PARALLEL_FAST
                            : GatewayVariant.COPIES;
            URI gateway = laboratory.cluster().gateway(0, variant);
            gateways.put(way.label(), gateway);
            before.put(way.label(), CrossDcRounds.read(client, gateway, "get"));
        }
        Map<String, Latencies> took = Turns.take(ways, WARM_UP, conditions.samples());
        List<Point> points = new ArrayList<>();
        for (Turns.Way way : ways) {
            CrossDcRounds after =
                    CrossDcRounds.read(
                            client, Objects.requireNonNull(gateways.get(way.label())), "get");
            points.add(
                    Point.of(
                            group,
                            way.label(),
                            after.meanSince(Objects.requireNonNull(before.get(way.label()))),
                            least(laboratory.plan(), way.label()).toNanos() / 1e6,
                            Objects.requireNonNull(took.get(way.label())),
                            null));
        }
        return points;
    }

    /** Without its data a get waits for its row alone. */
    private static Duration least(ClusterPlan plan, String way) {
        return way.equals(HIT)
                ? plan.classicRound(0)
                : plan.matrix().roundTrip(0, plan.farthestStoreForGet(0));
    }

    private static void awaitCopies(S3Client client, URI gateway, double count)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (kept(client, gateway) < count) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(
                        "not all that was read was copied: " + kept(client, gateway));
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static double kept(S3Client client, URI gateway)
            throws IOException, InterruptedException {
        byte[] answer = client.document(gateway.resolve("/_giza/prometheus"));
        double kept = 0;
        for (String line : new String(answer, StandardCharsets.UTF_8).lines().toList()) {
            Matcher matcher = KEPT.matcher(line);
            if (matcher.matches()) {
                kept += Double.parseDouble(matcher.group(1));
            }
        }
        return kept;
    }

    private static String path(long size, int number) {
        return Laboratory.path("copied-" + Sizes.text(size) + "-" + number);
    }
}
