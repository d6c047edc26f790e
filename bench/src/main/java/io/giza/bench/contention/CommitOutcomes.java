package io.giza.bench.contention;

import io.giza.bench.cluster.S3Client;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How gateways ended what they appended, by their metric {@code giza.commit.ended}. */
final class CommitOutcomes {
    private static final Pattern LINE =
            Pattern.compile("giza_commit_ended_total\\{.*outcome=\"([a-z]+)\".*\\} ([0-9.eE+]+)");

    private CommitOutcomes() {}

    /** Returns the sum over the gateways so far, by outcome. */
    static Map<String, Long> read(S3Client client, Collection<URI> gateways)
            throws IOException, InterruptedException {
        Map<String, Long> counts = new TreeMap<>();
        for (URI gateway : gateways) {
            byte[] answer = client.document(gateway.resolve("/_giza/prometheus"));
            parse(new String(answer, StandardCharsets.UTF_8))
                    .forEach((outcome, count) -> counts.merge(outcome, count, Long::sum));
        }
        return counts;
    }

    /** Reads the counts from a gateway's text for Prometheus. */
    static Map<String, Long> parse(String text) {
        Map<String, Long> counts = new TreeMap<>();
        for (String line : text.lines().toList()) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                counts.merge(
                        matcher.group(1),
                        Math.round(Double.parseDouble(matcher.group(2))),
                        Long::sum);
            }
        }
        return counts;
    }

    /** Returns what was added between two readings. */
    static Map<String, Long> between(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> added = new TreeMap<>();
        after.forEach(
                (outcome, count) -> {
                    long more = count - before.getOrDefault(outcome, 0L);
                    if (more > 0) {
                        added.put(outcome, more);
                    }
                });
        return added;
    }

    /** Returns the sum of several. */
    static Map<String, Long> sum(List<Map<String, Long>> parts) {
        Map<String, Long> all = new TreeMap<>();
        parts.forEach(
                part -> part.forEach((outcome, count) -> all.merge(outcome, count, Long::sum)));
        return all;
    }
}
