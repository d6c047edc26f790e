package io.giza.bench.idle;

import io.giza.bench.cluster.S3Client;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Puts objects as clients do, each tenth so large that it has fragments.
 *
 * @param small puts those that lie in their records
 * @param large puts the others
 * @param gateways over which the clients are spread evenly
 */
record ObjectFiller(S3Client small, S3Client large, List<URI> gateways, Consumer<String> progress) {
    static final int SMALL_BYTES = 1 << 10;
    static final int LARGE_BYTES = 16 << 10;

    private static final String BUCKET = "idle";
    private static final int EVERY = 10;
    private static final int PARTS = 10;

    /** Returns how many of so many objects have fragments. */
    static int withFragments(int objects) {
        return objects / EVERY;
    }

    /** Puts them. */
    void fill(int objects, int clients) throws IOException, InterruptedException {
        small.createBucket(gateways.getFirst(), BUCKET);
        AtomicInteger next = new AtomicInteger();
        List<Future<Void>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int client = 0; client < clients; client++) {
                URI gateway = gateways.get(client % gateways.size());
                running.add(
                        threads.submit(
                                () -> {
                                    putUntil(objects, next, gateway);
                                    return null;
                                }));
            }
        }
        for (Future<Void> one : running) {
            await(one);
        }
    }

    private void putUntil(int objects, AtomicInteger next, URI gateway)
            throws IOException, InterruptedException {
        for (int number = next.getAndIncrement();
                number < objects;
                number = next.getAndIncrement()) {
            S3Client client = number % EVERY == EVERY - 1 ? large : small;
            client.put(gateway, "/%s/%03d/%d".formatted(BUCKET, number % 1000, number));
            int done = number + 1;
            if ((long) done * PARTS / objects > (long) number * PARTS / objects) {
                progress.accept(
                        String.format(Locale.ROOT, "putting objects: %,d of %,d", done, objects));
            }
        }
    }

    private static void await(Future<Void> one) throws IOException, InterruptedException {
        try {
            one.get();
        } catch (ExecutionException e) {
            throw new IOException("an object could not be put: " + e.getCause(), e);
        }
    }
}
