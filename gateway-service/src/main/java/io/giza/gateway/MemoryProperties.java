package io.giza.gateway;

import io.giza.gateway.memory.ByteBudget;
import io.giza.stripe.write.StripeBuffers;
import io.micrometer.core.instrument.MeterRegistry;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import java.time.Duration;

/**
 * How much memory a gateway holds for its clients, under {@code giza.memory}.
 *
 * @param total all of it; by default half of the heap
 * @param documents documents and forms; by default an eighth of the total, at least 16 MB
 * @param reads what gets fetched and their clients have not taken; by default a quarter of the
 *     total, at least 16 MB
 * @param connections connections of clients, which it limits in number; by default an eighth of the
 *     total, at least 16 MB
 * @param stripes stripes of puts, parity included; by default a quarter of the total
 * @param waitTimeout how long a put waits for memory for its first stripe, and a get for its first
 *     stretch
 */
@ConfigurationProperties("giza.memory")
record MemoryProperties(
        @Nullable DataSize total,
        @Nullable DataSize documents,
        @Nullable DataSize reads,
        @Nullable DataSize connections,
        @Nullable DataSize stripes,
        @DefaultValue("30s") Duration waitTimeout) {
    private static final DataSize LEAST_TOTAL = DataSize.ofMegabytes(8);

    /** So that one account, which gets half, can send the largest document. */
    private static final DataSize LEAST_DOCUMENTS = DataSize.ofMegabytes(16);

    /** So that several gets can go on, each with the least that one needs. */
    private static final DataSize LEAST_READS = DataSize.ofMegabytes(16);

    private static final DataSize LEAST_CONNECTIONS = DataSize.ofMegabytes(16);

    private static final DataSize LEAST_STRIPES = DataSize.ofMegabytes(1);

    /** So that one access key, which gets seven eighths, can put two objects at a time. */
    private static final long LEAST_NUMBER_OF_STRIPES = 3;

    public MemoryProperties {
        requireAtLeast("total", total, LEAST_TOTAL);
        requireAtLeast("documents", documents, LEAST_DOCUMENTS);
        requireAtLeast("reads", reads, LEAST_READS);
        requireAtLeast("connections", connections, LEAST_CONNECTIONS);
        requireAtLeast("stripes", stripes, LEAST_STRIPES);
        SaneDurations.require("giza.memory.wait-timeout", waitTimeout);
    }

    /** Returns what documents and forms may take together, in bytes. */
    long documentBytes() {
        return documents == null
                ? Math.max(LEAST_DOCUMENTS.toBytes(), totalBytes() / 8)
                : documents.toBytes();
    }

    /** Returns what gets may take together, in bytes. */
    long readBytes() {
        return reads == null ? Math.max(LEAST_READS.toBytes(), totalBytes() / 4) : reads.toBytes();
    }

    /** Returns what connections may take together, in bytes. */
    long connectionBytes() {
        return connections == null
                ? Math.max(LEAST_CONNECTIONS.toBytes(), totalBytes() / 8)
                : connections.toBytes();
    }

    /**
     * Returns what stripes may take together.
     *
     * @param largest what the largest stripe of any account takes, with parity, in bytes
     * @param accounts how many accounts there are
     */
    StripeBuffers.Limits roomForStripes(long largest, int accounts) {
        long bytes = stripes == null ? totalBytes() / 4 : stripes.toBytes();
        return new StripeBuffers.Limits(
                Math.max(bytes, LEAST_NUMBER_OF_STRIPES * largest), accounts, waitTimeout);
    }

    /** Returns all that there is for clients, in bytes. */
    long totalBytes() {
        return total == null ? Runtime.getRuntime().maxMemory() / 2 : total.toBytes();
    }

    ByteBudget budgetOfDocuments(MeterRegistry metrics) {
        return new ByteBudget("documents", documentBytes(), metrics);
    }

    private static void requireAtLeast(String key, @Nullable DataSize size, DataSize least) {
        if (size != null && size.compareTo(least) < 0) {
            throw new IllegalArgumentException(
                    "giza.memory."
                            + key
                            + " must be at least "
                            + least.toMegabytes()
                            + "MB, not "
                            + size);
        }
    }
}
