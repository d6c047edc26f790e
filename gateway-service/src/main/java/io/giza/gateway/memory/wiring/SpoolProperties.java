package io.giza.gateway.memory.wiring;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Surroundings;
import io.giza.config.ByteSize;
import io.giza.gateway.memory.SpoolDirectory;
import io.giza.gateway.spool.Spool;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The disk on which a gateway keeps the bytes of slow clients, under {@code giza.spool}.
 *
 * @param size how much of it; by default a quarter of what is free, at most 32 GiB
 * @param directory where; by default the JVM's folder for temporary files
 */
@ConfigurationProperties("giza.spool")
public record SpoolProperties(@Nullable ByteSize size, @Nullable Path directory) {
    private static final ByteSize LEAST = ByteSize.valueOf("64MiB");
    private static final ByteSize MOST_BY_DEFAULT = ByteSize.valueOf("32GiB");
    private static final int SHARE_OF_FREE = 4;

    /** The bytes of slow bodies that each processor writes at a time: a stripe. */
    private static final long TURN_BYTES = 4 << 20;

    public SpoolProperties {
        if (size != null && size.compareTo(LEAST) < 0) {
            throw new IllegalArgumentException(
                    "giza.spool.size must be at least " + LEAST + ", not " + size);
        }
    }

    /**
     * Returns where files are made.
     *
     * @throws IllegalArgumentException if none can be
     */
    public SpoolDirectory files() {
        return SpoolDirectory.checked(
                directory == null ? Path.of(System.getProperty("java.io.tmpdir")) : directory);
    }

    /**
     * Opens the spool.
     *
     * @param accounts how many accounts share it
     * @param timeout how long a put waits for room before it has begun
     * @throws IllegalArgumentException if no file can be made in the directory
     */
    public Spool open(Surroundings surroundings, int accounts, Duration timeout) {
        SpoolDirectory files = files();
        long bytes =
                size == null
                        ? Math.clamp(
                                files.freeBytes() / SHARE_OF_FREE,
                                LEAST.bytes(),
                                MOST_BY_DEFAULT.bytes())
                        : size.bytes();
        return new Spool(
                new Budget(surroundings.tasks(), new BudgetLimits(bytes, accounts)),
                new Budget(
                        surroundings.tasks(),
                        new BudgetLimits(
                                Runtime.getRuntime().availableProcessors() * TURN_BYTES, 1)),
                files::create,
                surroundings.time(),
                timeout);
    }
}
