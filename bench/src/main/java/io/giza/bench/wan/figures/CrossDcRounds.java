package io.giza.bench.wan.figures;

import io.giza.bench.cluster.S3Client;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The round trips between data centers that operations of a gateway waited for, by its metric
 * {@code giza.request.cross.dc.rounds}.
 *
 * @param operations how many there were
 * @param rounds of all of them together
 */
record CrossDcRounds(double operations, double rounds) {
    private static final Pattern LINE =
            Pattern.compile(
                    "giza_request_cross_dc_rounds_(count|sum)\\{.*operation=\"([a-z-]+)\".*\\}"
                            + " ([0-9.eE+]+)");

    /** Reads how many there were so far. */
    static CrossDcRounds read(S3Client client, URI gateway, String operation)
            throws IOException, InterruptedException {
        byte[] answer = client.document(gateway.resolve("/_giza/prometheus"));
        return parse(new String(answer, StandardCharsets.UTF_8), operation);
    }

    /** Reads them from a gateway's text for Prometheus. */
    static CrossDcRounds parse(String text, String operation) {
        double operations = 0;
        double rounds = 0;
        for (String line : text.lines().toList()) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches() && matcher.group(2).equals(operation)) {
                double value = Double.parseDouble(matcher.group(3));
                if (matcher.group(1).equals("count")) {
                    operations += value;
                } else {
                    rounds += value;
                }
            }
        }
        return new CrossDcRounds(operations, rounds);
    }

    /** Returns the mean of the operations since an earlier reading. */
    double meanSince(CrossDcRounds before) {
        return (rounds - before.rounds) / (operations - before.operations);
    }
}
