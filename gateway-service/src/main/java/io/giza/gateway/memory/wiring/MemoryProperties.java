package io.giza.gateway.memory.wiring;

import io.giza.config.ByteSize;
import io.giza.config.SaneDurations;
import io.giza.gateway.memory.ByteBudget;
import io.giza.gateway.memory.DirectMemory;
import io.giza.stripe.write.StripeBuffers;
import io.micrometer.core.instrument.MeterRegistry;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.time.Duration;

/**
 * How much memory a gateway holds for its clients, under {@code giza.memory}. Reads lie in direct
 * memory, the rest on the heap.
 *
 * @param total all of it; by default half of the heap
 * @param documents documents and forms; by default an eighth of the total, at least 16 MiB
 * @param reads what gets fetched and their clients have not taken; by default a quarter of the
 *     total, at least 16 MiB, and no more of the direct memory than the total is of the heap
 * @param stripes stripes of puts, parity included; by default a quarter of the total
 * @param requests the tasks of requests at work; by default a quarter of the total
 * @param waitTimeout how long a put waits for memory for its first stripe, and a get for its first
 *     stretch
 */
@ConfigurationProperties("giza.memory")
public record MemoryProperties(
        @Nullable ByteSize total,
        @Nullable ByteSize documents,
        @Nullable ByteSize reads,
        @Nullable ByteSize stripes,
        @Nullable ByteSize requests,
        @DefaultValue("30s") Duration waitTimeout) {
    private static final ByteSize LEAST_TOTAL = ByteSize.valueOf("8MiB");

    /** So that one account, which gets half, can send the largest document. */
    private static final ByteSize LEAST_DOCUMENTS = ByteSize.valueOf("16MiB");

    /** So that several gets can go on, each with the least that one needs. */
    private static final ByteSize LEAST_READS = ByteSize.valueOf("16MiB");

    private static final ByteSize LEAST_STRIPES = ByteSize.valueOf("1MiB");
    private static final ByteSize LEAST_REQUESTS = ByteSize.valueOf("2MiB");

    /** So that one access key, which gets seven eighths, can put two objects at a time. */
    private static final long LEAST_NUMBER_OF_STRIPES = 3;

    public MemoryProperties {
        requireAtLeast("total", total, LEAST_TOTAL);
        requireAtLeast("documents", documents, LEAST_DOCUMENTS);
        requireAtLeast("reads", reads, LEAST_READS);
        requireAtLeast("stripes", stripes, LEAST_STRIPES);
        requireAtLeast("requests", requests, LEAST_REQUESTS);
        SaneDurations.require("giza.memory.wait-timeout", waitTimeout);
    }

    /** Returns what documents and forms may take together, in bytes. */
    public long documentBytes() {
        return documents == null
                ? Math.max(LEAST_DOCUMENTS.bytes(), totalBytes() / 8)
                : documents.bytes();
    }

    /** Returns what gets may take together, in bytes. */
    public long readBytes() {
        return reads == null
                ? readBytes(Runtime.getRuntime().maxMemory(), DirectMemory.maxBytes())
                : reads.bytes();
    }

    /** Returns the default where the heap and the direct memory have these limits. */
    long readBytes(long heap, long direct) {
        double ofDirect = (double) totalBytes() * direct / heap;
        return Math.max(LEAST_READS.bytes(), Math.min(totalBytes() / 4, (long) ofDirect));
    }

    /**
     * Returns what stripes may take together.
     *
     * @param largest what the largest stripe of any account takes, with parity, in bytes
     * @param accounts how many accounts there are
     */
    public StripeBuffers.Limits roomForStripes(long largest, int accounts) {
        long bytes = stripes == null ? totalBytes() / 4 : stripes.bytes();
        return new StripeBuffers.Limits(
                Math.max(bytes, LEAST_NUMBER_OF_STRIPES * largest), accounts, waitTimeout);
    }

    /** Returns the size of the budget of requests at work, in bytes. */
    public long requestBytes() {
        return requests == null
                ? Math.max(LEAST_REQUESTS.bytes(), totalBytes() / 4)
                : requests.bytes();
    }

    /** Returns all that there is for clients, in bytes. */
    public long totalBytes() {
        return total == null ? Runtime.getRuntime().maxMemory() / 2 : total.bytes();
    }

    /** Makes the budget of documents and forms. */
    public ByteBudget budgetOfDocuments(MeterRegistry metrics) {
        return new ByteBudget("documents", documentBytes(), metrics);
    }

    private static void requireAtLeast(String key, @Nullable ByteSize size, ByteSize least) {
        if (size != null && size.compareTo(least) < 0) {
            throw new IllegalArgumentException(
                    "giza.memory." + key + " must be at least " + least + ", not " + size);
        }
    }
}
