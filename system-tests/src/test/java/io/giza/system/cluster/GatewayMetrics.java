package io.giza.system.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a gateway told Prometheus at one instant.
 *
 * @param samples every sample, in order
 */
public record GatewayMetrics(List<Sample> samples) {
    private static final Pattern LINE =
            Pattern.compile("([a-z_]+)(?:\\{(.*)\\})? ([0-9.eE+-]+|NaN|[+-]Inf)");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");

    /**
     * One line.
     *
     * @param name with its suffix, such as _total
     * @param labels by name
     * @param value its value
     */
    record Sample(String name, Map<String, String> labels, double value) {}

    /** Reads the metrics of the gateway at an S3 endpoint. */
    public static GatewayMetrics of(URI s3, String token) {
        HttpRequest request =
                HttpRequest.newBuilder(s3.resolve("/_giza/prometheus"))
                        .header("Authorization", "Bearer " + token)
                        .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return parse(client.send(request, BodyHandlers.ofString()).body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static GatewayMetrics parse(String text) {
        List<Sample> samples = new ArrayList<>();
        for (String line : text.lines().toList()) {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                continue;
            }
            Map<String, String> labels = new HashMap<>();
            Matcher label = LABEL.matcher(matcher.group(2) == null ? "" : matcher.group(2));
            while (label.find()) {
                labels.put(label.group(1), label.group(2));
            }
            if (!matcher.group(3).endsWith("Inf")) {
                samples.add(
                        new Sample(matcher.group(1), labels, Double.parseDouble(matcher.group(3))));
            }
        }
        return new GatewayMetrics(samples);
    }

    /** Returns the sum of the samples of a name that have all of these labels. */
    public double sum(String name, Map<String, String> labels) {
        return samples.stream()
                .filter(sample -> sample.name().equals(name))
                .filter(sample -> sample.labels().entrySet().containsAll(labels.entrySet()))
                .mapToDouble(Sample::value)
                .sum();
    }

    /** Returns how many calls went to other data centers so far, by service and operation. */
    public Map<String, Long> crossings() {
        return hops("cross");
    }

    /** Returns how many calls stayed in the data center so far, by service and operation. */
    public Map<String, Long> localCalls() {
        return hops("local");
    }

    private Map<String, Long> hops(String hop) {
        Map<String, Long> hops = new HashMap<>();
        for (Sample sample : samples) {
            if (sample.name().equals("giza_hop_requests_total")
                    && hop.equals(sample.labels().get("hop"))) {
                hops.merge(
                        sample.labels().get("service") + " " + sample.labels().get("op"),
                        Math.round(sample.value()),
                        Long::sum);
            }
        }
        return hops;
    }
}
