package io.giza.bench.wan.figures;

import io.giza.bench.cluster.S3Client;
import io.giza.bench.report.Latencies;
import io.giza.bench.wan.cluster.BareStore;
import io.giza.bench.wan.cluster.ClusterPlan;
import io.giza.bench.wan.cluster.GatewayVariant;
import io.giza.erasure.StripeLayout;
import io.giza.model.Coding;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Puts and gets of one size from the first data center, beside what no system could be without. */
final class PutGet {
    static final String BARE = "bare request";
    static final String LOCAL = "local only";

    /** Those whose gets differ: a get agrees on nothing, so ballots are alike to it. */
    private static final Set<GatewayVariant> READERS =
            EnumSet.of(GatewayVariant.SERIAL_FAST, GatewayVariant.PARALLEL_FAST);

    private static final int STRIPE = 4 << 20;
    private static final long MOST_BYTES = 1L << 30;
    private static final int FEWEST = 10;
    private static final int WARM_UP = 5;

    private final Laboratory laboratory;
    private final ClusterPlan plan;
    private final long size;
    private final int samples;

    PutGet(Laboratory laboratory, long size) {
        this.laboratory = laboratory;
        this.plan = laboratory.plan();
        this.size = size;
        // Large objects fill the disk.
        long fit = Math.max(FEWEST, MOST_BYTES / size);
        this.samples = (int) Math.min(laboratory.conditions().samples(), fit);
    }

    /**
     * Measures variants, one bare request to the farthest store that is needed, and a local one.
     */
    List<Point> measure(List<GatewayVariant> variants, PaperNumbers paper)
            throws IOException, InterruptedException {
        List<Point> points = new ArrayList<>();
        try (S3Client client = laboratory.client(size);
                BareStore far = laboratory.cluster().bareStore(0, plan.farthestStoreForPut(0));
                BareStore near = laboratory.cluster().bareStore(0, 0)) {
            List<Turns.Way> ways = new ArrayList<>();
            for (GatewayVariant variant : variants) {
                URI gateway = laboratory.cluster().gateway(0, variant);
                ways.add(
                        new Turns.Way(
                                variant.label(), n -> () -> client.put(gateway, path(variant, n))));
            }
            ways.add(new Turns.Way(BARE, n -> bare(far, BareStore.fragment(share()))));
            ways.add(new Turns.Way(LOCAL, n -> bare(near, BareStore.fragment(whole()))));
            points.addAll(take("put", client, variants, ways, paper));
        }
        try (S3Client client = laboratory.client(size);
                BareStore far = laboratory.cluster().bareStore(0, plan.farthestStoreForGet(0));
                BareStore near = laboratory.cluster().bareStore(0, 0)) {
            BareStore.Fragment share = BareStore.fragment(share());
            BareStore.Fragment whole = BareStore.fragment(whole());
            far.put(share);
            near.put(whole);
            List<GatewayVariant> readers = variants.stream().filter(READERS::contains).toList();
            List<Turns.Way> ways = new ArrayList<>();
            for (GatewayVariant variant : readers) {
                URI gateway = laboratory.cluster().gateway(0, variant);
                ways.add(
                        new Turns.Way(
                                variant.label(), n -> () -> client.get(gateway, path(variant, n))));
            }
            ways.add(new Turns.Way(BARE, n -> () -> far.get(share)));
            ways.add(new Turns.Way(LOCAL, n -> () -> near.get(whole)));
            points.addAll(take("get", client, readers, ways, paper));
        }
        return points;
    }

    private List<Point> take(
            String operation,
            S3Client client,
            List<GatewayVariant> variants,
            List<Turns.Way> ways,
            PaperNumbers paper)
            throws IOException, InterruptedException {
        String group = plan.name() + " " + operation + " " + Sizes.text(size);
        laboratory.conditions().tell("  " + group + ": " + samples + " in turn ...");
        Map<String, CrossDcRounds> before = rounds(operation, client, variants);
        Map<String, Latencies> took = Turns.take(ways, WARM_UP, samples);
        Map<String, CrossDcRounds> after = rounds(operation, client, variants);
        List<Point> points = new ArrayList<>();
        took.forEach(
                (way, latencies) -> {
                    CrossDcRounds counted = after.get(way);
                    points.add(
                            Point.of(
                                    group,
                                    way,
                                    counted == null
                                            ? null
                                            : counted.meanSince(
                                                    Objects.requireNonNull(before.get(way))),
                                    least(operation, way).toNanos() / 1e6,
                                    latencies,
                                    paper.millis(group, way)));
                });
        return points;
    }

    private Map<String, CrossDcRounds> rounds(
            String operation, S3Client client, List<GatewayVariant> variants)
            throws IOException, InterruptedException {
        Map<String, CrossDcRounds> all = new HashMap<>();
        for (GatewayVariant variant : variants) {
            URI gateway = laboratory.cluster().gateway(0, variant);
            all.put(variant.label(), CrossDcRounds.read(client, gateway, operation));
        }
        return all;
    }

    /** Returns what distance alone takes. */
    private Duration least(String operation, String way) {
        if (way.equals(LOCAL)) {
            return Duration.ZERO;
        }
        if (operation.equals("get")) {
            Duration data = plan.farthestForGet(0);
            return way.equals(GatewayVariant.SERIAL_FAST.label())
                    ? data.plus(plan.classicRound(0))
                    : data;
        }
        Duration data = plan.matrix().roundTrip(0, plan.farthestStoreForPut(0));
        if (way.equals(GatewayVariant.SERIAL_FAST.label())) {
            return data.plus(plan.fastRound(0));
        }
        if (way.equals(GatewayVariant.SERIAL_CLASSIC.label())) {
            return data.plus(plan.classicRound(0).multipliedBy(2));
        }
        return way.equals(BARE) ? data : plan.farthestForPut(0);
    }

    private String path(GatewayVariant variant, int number) {
        return Laboratory.path(Sizes.text(size) + "-" + variant.ordinal() + "-" + number);
    }

    private static Turns.Operation bare(BareStore store, BareStore.Fragment fragment) {
        return () -> store.put(fragment);
    }

    /** What each fragment of the object is. */
    private StripeLayout share() {
        return new StripeLayout(plan.coding(), STRIPE, size);
    }

    /** One fragment that is all of the object. */
    private StripeLayout whole() {
        return new StripeLayout(new Coding.ReedSolomon(1, 0), STRIPE, size);
    }
}
