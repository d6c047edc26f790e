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
 * Puts objects that are too large for their records, as clients do.
 *
 * @param client whose bodies are that large
 * @param gateways over which the clients are spread evenly
 */
record ObjectFiller(S3Client client, List<URI> gateways, Consumer<String> progress) {
    static final int SMALL_BYTES = 1 << 10;
    static final int LARGE_BYTES = 16 << 10;
    static final String BUCKET = "idle";

    private static final int EVERY = 10;
    private static final int PARTS = 10;

    /** Returns how many of so many objects have fragments. */
    static int withFragments(int objects) {
        return objects / EVERY;
    }

    /** Puts them. */
    void fill(int objects, int clients) throws IOException, InterruptedException {
        AtomicInteger next = new AtomicInteger();
        List<Future<Void>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int one = 0; one < clients; one++) {
                URI gateway = gateways.get(one % gateways.size());
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
            client.put(gateway, "/%s/large/%03d/%d".formatted(BUCKET, number % 1000, number));
            int done = number + 1;
            if ((long) done * PARTS / objects > (long) number * PARTS / objects) {
                progress.accept(
                        String.format(
                                Locale.ROOT,
                                "putting objects with fragments: %,d of %,d",
                                done,
                                objects));
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
