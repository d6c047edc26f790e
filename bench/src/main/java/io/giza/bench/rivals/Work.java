package io.giza.bench.rivals;

import io.giza.bench.cluster.RequestSigner;
import io.giza.bench.load.Workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What every store has to do.
 *
 * @param operation {@code put} or {@code get}
 * @param objectBytes the size of every object
 * @param clients how many work at a time
 */
record Work(String operation, long objectBytes, int clients) {
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB");
    private static final long UNIT = 1024;

    /** Returns puts and gets of each size by each number of clients. */
    static List<Work> all(List<Long> sizes, List<Integer> clients) {
        List<Work> all = new ArrayList<>();
        for (int some : clients) {
            for (long bytes : sizes) {
                all.add(new Work("put", bytes, some));
                all.add(new Work("get", bytes, some));
            }
        }
        return all;
    }

    /** Returns it for the driver; bodies are unsigned, as over TLS. */
    Workload workload(Duration warmUp, Duration window) {
        return new Workload(
                Workload.Mix.valueOf(operation.toUpperCase(Locale.ROOT)),
                objectBytes,
                clients,
                warmUp,
                window,
                RequestSigner.Payload.UNSIGNED);
    }

    /** Returns it for people. */
    String label() {
        return "%s %s, %d %s"
                .formatted(operation, size(), clients, clients == 1 ? "client" : "clients");
    }

    private String size() {
        long amount = objectBytes;
        int unit = 0;
        while (amount >= UNIT && amount % UNIT == 0 && unit < UNITS.size() - 1) {
            amount /= UNIT;
            unit++;
        }
        return amount + " " + UNITS.get(unit);
    }
}
