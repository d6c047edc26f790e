package io.giza.bench.wan.figures;

import io.giza.bench.cluster.S3Client;
import io.giza.bench.wan.cluster.ClusterPlan;
import io.giza.bench.wan.cluster.GatewayVariant;
import io.giza.erasure.CodeFigures;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Puts and gets some objects, and counts what crosses links and what lies on disks meanwhile. */
final class CostMeasurement {
    private static final int OBJECTS = 16;

    /** What nobody waits for has crossed by then: that a version is visible. */
    private static final int MARGIN_MILLIS = 1000;

    private final Laboratory laboratory;
    private final long size;

    CostMeasurement(Laboratory laboratory, long size) {
        this.laboratory = laboratory;
        this.size = size;
    }

    Cost measure() throws IOException, InterruptedException {
        ClusterPlan plan = laboratory.plan();
        CodeFigures figures = CodeFigures.of(plan.coding());
        URI gateway = laboratory.cluster().gateway(0, GatewayVariant.PARALLEL_FAST);
        try (S3Client client = laboratory.client(size)) {
            settle(plan);
            long storedBefore = laboratory.cluster().fragmentBytes();
            double put = crossing(number -> client.put(gateway, path(number)));
            double stored = byObject(laboratory.cluster().fragmentBytes() - storedBefore);
            double get = crossing(number -> client.get(gateway, path(number)));
            return new Cost(
                    plan.name() + " " + Sizes.text(size),
                    stored,
                    put,
                    get,
                    figures.overhead(),
                    figures.putTraffic(),
                    figures.getTraffic());
        }
    }

    /** Does something with an object by its number. */
    private interface Step {
        void run(int number) throws IOException, InterruptedException;
    }

    private double crossing(Step step) throws IOException, InterruptedException {
        long before = laboratory.network().traffic().bytes();
        for (int number = 0; number < OBJECTS; number++) {
            step.run(number);
        }
        settle(laboratory.plan());
        return byObject(laboratory.network().traffic().bytes() - before);
    }

    private static void settle(ClusterPlan plan) throws InterruptedException {
        Duration longest = plan.matrix().longest();
        TimeUnit.MILLISECONDS.sleep(longest.toMillis() + MARGIN_MILLIS);
    }

    private double byObject(long bytes) {
        return (double) bytes / OBJECTS / size;
    }

    private static String path(int number) {
        return Laboratory.path("cost-" + number);
    }
}
