package io.giza.bench.load;

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
record Workload(
        Mix mix,
        long objectBytes,
        int clients,
        Duration warmUp,
        Duration window,
        RequestSigner.Payload payload) {
    private static final long MOST_BYTES = 1L << 30;
    private static final int MOST_CLIENTS = 1024;
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final long STORED_BEFORE_BYTES = 256L << 20;
    private static final int FEWEST_STORED_BEFORE = 16;
    private static final int MOST_STORED_BEFORE = 1000;

    Workload {
        if (objectBytes < 0 || objectBytes > MOST_BYTES) {
            throw new IllegalArgumentException("--size must be 0B to 1GiB");
        }
        if (clients < 1 || clients > MOST_CLIENTS) {
            throw new IllegalArgumentException("--clients must be 1 to " + MOST_CLIENTS);
        }
        if (warmUp.isNegative() || warmUp.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("--warm-up must be 0 to 3600 seconds");
        }
        if (!window.isPositive() || window.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("--seconds must be 1 to 3600");
        }
    }

    /** Which operations the clients do. */
    enum Mix {
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
                            FEWEST_STORED_BEFORE,
                            MOST_STORED_BEFORE);
        };
    }
}
