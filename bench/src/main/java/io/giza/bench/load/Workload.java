package io.giza.bench.load;

import io.giza.bench.cluster.RequestSigner;

import java.time.Duration;
import java.util.Locale;

/**
 * What the clients do, and for how long.
 *
 * @param mix which operations
 * @param objectBytes the size of every object, 0 to 1 GiB
 * @param clients how many work at a time, each with one request under way, 1 to 1,024
 * @param warmUp how long they work before anything is measured
 * @param window how long is measured
 * @param payload how bodies of puts are signed
 * @throws IllegalArgumentException naming the option and the fix
 */
public record Workload(
        Mix mix,
        long objectBytes,
        int clients,
        Duration warmUp,
        Duration window,
        RequestSigner.Payload payload) {
    private static final long MAX_BYTES = 1L << 30;
    private static final int MAX_CLIENTS = 1024;
    private static final Duration MAX_DURATION = Duration.ofHours(1);
    private static final long STORED_BEFORE_BYTES = 256L << 20;
    private static final int MIN_STORED_BEFORE = 16;
    private static final int MAX_STORED_BEFORE = 1000;

    public Workload {
        if (objectBytes < 0 || objectBytes > MAX_BYTES) {
            throw new IllegalArgumentException("--size must be 0B to 1GiB");
        }
        if (clients < 1 || clients > MAX_CLIENTS) {
            throw new IllegalArgumentException("--clients must be 1 to " + MAX_CLIENTS);
        }
        if (warmUp.isNegative() || warmUp.compareTo(MAX_DURATION) > 0) {
            throw new IllegalArgumentException("--warm-up must be 0 to 3600 seconds");
        }
        if (!window.isPositive() || window.compareTo(MAX_DURATION) > 0) {
            throw new IllegalArgumentException("--seconds must be 1 to 3600");
        }
    }

    /** Which operations the clients do. */
    public enum Mix {
        PUT,
        GET,
        /** As many of the one as of the other, in turn. */
        MIXED;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns what a client does as its {@code number}th operation. */
        Operation operation(long number) {
            return switch (this) {
                case PUT -> Operation.PUT;
                case GET -> Operation.GET;
                case MIXED -> number % 2 == 0 ? Operation.PUT : Operation.GET;
            };
        }
    }

    /** One request of a client. */
    enum Operation {
        PUT,
        GET
    }

    /** Returns how many objects are stored beforehand for gets to choose from: some 256 MiB. */
    int storedBefore() {
        return switch (mix) {
            case PUT -> 0;
            case GET, MIXED ->
                    Math.clamp(
                            STORED_BEFORE_BYTES / Math.max(1, objectBytes),
                            MIN_STORED_BEFORE,
                            MAX_STORED_BEFORE);
        };
    }
}
