package io.giza.fragment.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;

import io.giza.fragment.store.BlobStore.Blob;
import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.fragment.store.BlobStore.Entry;
import io.giza.fragment.store.DiskBlobStore;
import io.giza.fragment.store.TransferBuffers;
import io.giza.fragment.store.UnusableDataFolderException;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentHeader;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Copies of fragments of other data centers, as files of a folder of their own. Caffeine's policy
 * (W-TinyLFU) says which of them are worth their room; what it evicts is deleted. Nothing is forced
 * to disk: a copy that is lost is read from afar again.
 */
public final class CopyStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CopyStore.class);
    private static final int PAGE = 1000;

    private final DiskBlobStore files;
    private final long room;
    private final Cache<FragmentName, Copy> index;
    private final Counter evicted;

    /**
     * A copy.
     *
     * @param length its bytes
     * @param made when it was made
     */
    private record Copy(long length, Instant made) {
        int weight() {
            return (int) Math.min(Integer.MAX_VALUE, 1 + length / BYTES_PER_WEIGHT);
        }

        Duration left(Duration keep) {
            Duration age = Duration.between(made, Instant.now());
            Duration left = keep.minus(age);
            return left.isNegative() ? Duration.ZERO : left;
        }
    }

    /** Caffeine weighs in an int, which is short for bytes. */
    private static final long BYTES_PER_WEIGHT = 1024;

    private CopyStore(DiskBlobStore files, Limits limits, MeterRegistry meters) {
        this.files = files;
        this.room = limits.room();
        this.index =
                Caffeine.newBuilder()
                        .maximumWeight(Math.max(1, limits.room() / BYTES_PER_WEIGHT))
                        .weigher((FragmentName _, Copy copy) -> copy.weight())
                        .expireAfter(
                                Expiry.creating(
                                        (FragmentName _, Copy copy) -> copy.left(limits.keep())))
                        .scheduler(Scheduler.systemScheduler())
                        .executor(Runnable::run)
                        .removalListener(this::removed)
                        .build();
        this.evicted =
                Counter.builder("giza.cache.evicted")
                        .description(
                                "Copies that made room for others, or were kept for long enough")
                        .register(meters);
        Gauge.builder("giza.cache.bytes", this, CopyStore::bytes)
                .description("Bytes that copies of other data centers' fragments take")
                .baseUnit("bytes")
                .register(meters);
    }

    /**
     * What may be kept.
     *
     * @param room in how many bytes altogether
     * @param keep for how long at most
     */
    public record Limits(long room, Duration keep) {}

    /**
     * Opens the copies of a folder, making it if need be.
     *
     * @param buffers what uploads are written through
     * @throws UnusableDataFolderException if it cannot be written, or another process has it open
     */
    public static CopyStore open(
            Path folder, TransferBuffers buffers, Limits limits, MeterRegistry meters)
            throws IOException {
        CopyStore store = new CopyStore(files(folder, buffers), limits, meters);
        store.index();
        return store;
    }

    private static DiskBlobStore files(Path folder, TransferBuffers buffers) {
        try {
            return DiskBlobStore.open(folder, buffers, false, (_, _) -> {});
        } catch (UnusableDataFolderException e) {
            throw e.of("giza.fragment.copies.dir");
        }
    }

    private void index() throws IOException {
        List<Entry> page = files.list("", "", PAGE);
        while (!page.isEmpty()) {
            page.forEach(each -> index.put(each.name(), copy(each)));
            page = files.list("", page.getLast().name().path(), PAGE);
        }
    }

    /** One whose age cannot be read is taken for new. */
    private static Copy copy(Entry entry) {
        Instant now = Instant.now();
        return new Copy(entry.length(), entry.modified().isAfter(now) ? now : entry.modified());
    }

    /** Returns how many bytes a copy may have. */
    public long room() {
        return room;
    }

    private double bytes() {
        return index.policy().eviction().map(policy -> policy.weightedSize().orElse(0)).orElse(0L)
                * (double) BYTES_PER_WEIGHT;
    }

    /** Opens a range of a copy; what lies past its end is cut off. */
    public Optional<Blob> open(FragmentName name, long offset, long length) throws IOException {
        if (index.getIfPresent(name) == null) {
            return Optional.empty();
        }
        Optional<Blob> found = files.open(name, offset, length);
        if (found.isEmpty()) {
            index.invalidate(name);
        }
        return found;
    }

    /** Begins a copy. */
    public BlobUpload begin(FragmentName name, FragmentHeader header, long length)
            throws IOException {
        return files.begin(name, header, length);
    }

    /** Keeps a copy that is whole, unless there is one. */
    public void keep(FragmentName name, BlobUpload upload, long length) throws IOException {
        if (upload.create() || index.getIfPresent(name) == null) {
            index.put(name, new Copy(length, Instant.now()));
        }
    }

    /** Forgets a copy. */
    public void delete(FragmentName name) throws IOException {
        index.invalidate(name);
        files.delete(name);
    }

    private void removed(@Nullable FragmentName name, @Nullable Copy copy, RemovalCause cause) {
        if (name == null || !cause.wasEvicted()) {
            return;
        }
        evicted.increment();
        try {
            files.delete(name);
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("fragment", name)
                    .setCause(e)
                    .log("a copy that is not wanted any more cannot be deleted");
        }
    }

    @Override
    public void close() {
        files.close();
    }
}
