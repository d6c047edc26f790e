package io.giza.bench.listing;

import io.giza.bench.cluster.S3Client;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists a bucket whole, with one request after the other, and by folders. */
final class ListDriver {
    static final String BUCKET = "listed";

    private static final int HEAP_EVERY_PAGES = 10;
    private static final int WARM_UP_PAGES = 50;
    private static final double MEBIBYTE = 1 << 20;
    private static final Pattern TOKEN =
            Pattern.compile("<NextContinuationToken>([^<]*)</NextContinuationToken>");
    private static final Pattern HEAP =
            Pattern.compile("jvm_memory_used_bytes\\{.*area=\"heap\".*\\} ([0-9.eE+]+)");

    private final S3Client client;
    private final URI gateway;

    ListDriver(S3Client client, URI gateway) {
        this.client = client;
        this.gateway = gateway;
    }

    /** A page, and how long it took. */
    private record Page(String document, double millis) {
        int count(String element) {
            return document.split("<" + element + ">", -1).length - 1;
        }

        String next() {
            Matcher matcher = TOKEN.matcher(document);
            return matcher.find() ? matcher.group(1) : "";
        }
    }

    ListResult run(long keys) throws IOException, InterruptedException {
        double cold = page("", "list-type=2").millis();
        for (int page = 0; page < WARM_UP_PAGES; page++) {
            page("", "list-type=2");
            page("", "delimiter=%2F&list-type=2");
        }
        double first = page("", "list-type=2").millis();
        Page root = page("", "delimiter=%2F&list-type=2");
        double folder = page("", "delimiter=%2F&list-type=2&prefix=a50%2F").millis();
        List<Double> heap = new ArrayList<>();
        long listed = 0;
        double slowest = 0;
        int pages = 0;
        long began = System.nanoTime();
        String token = "";
        do {
            Page page = page(token, "list-type=2");
            listed += page.count("Contents");
            slowest = Math.max(slowest, page.millis());
            token = page.next();
            if (pages++ % HEAP_EVERY_PAGES == 0) {
                heap.add(heapMiB());
            }
        } while (!token.isEmpty());
        double seconds = (System.nanoTime() - began) / 1e9;
        int tenth = Math.max(1, heap.size() / 10);
        return new ListResult(
                keys,
                listed,
                first,
                cold,
                listed / seconds,
                slowest,
                root.millis(),
                folder,
                root.count("CommonPrefixes"),
                min(heap.subList(0, tenth)),
                min(heap.subList(heap.size() - tenth, heap.size())));
    }

    private static double min(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    }

    private Page page(String token, String query) throws IOException, InterruptedException {
        String whole =
                token.isEmpty()
                        ? query
                        : "continuation-token="
                                + URLEncoder.encode(token, StandardCharsets.UTF_8)
                                + "&"
                                + query;
        long began = System.nanoTime();
        byte[] document = client.list(gateway, BUCKET, whole);
        double millis = (System.nanoTime() - began) / 1e6;
        return new Page(new String(document, StandardCharsets.UTF_8), millis);
    }

    private double heapMiB() throws IOException, InterruptedException {
        byte[] answer = client.document(gateway.resolve("/_giza/prometheus"));
        double total = 0;
        Matcher matcher = HEAP.matcher(new String(answer, StandardCharsets.UTF_8));
        while (matcher.find()) {
            total += Double.parseDouble(matcher.group(1));
        }
        return total / MEBIBYTE;
    }
}
