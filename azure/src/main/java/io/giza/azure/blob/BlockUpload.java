package io.giza.azure.blob;

import io.giza.azure.AzureException;
import io.giza.azure.AzureFailure;
import io.giza.azure.blob.AzureBlobs.Condition;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A blob that is being written; used by one thread. It is gathered in a buffer; each time that is
 * full it is sent as a block, while the next one is gathered if there is another buffer: one block
 * is on the way at a time, and who writes waits for it. Nobody sees the blocks before the blob is
 * created of them. What fits into one buffer is sent in one request, when it is created.
 *
 * <p>Every block, and every try of it, has an identity of its own. So a late request of a try that
 * was given up, whose buffer may hold other bytes by then, adds to no blob; and a buffer that such
 * a request may still read is not used for another blob.
 */
public final class BlockUpload implements AutoCloseable {
    /** How many blocks a blob may have. */
    static final int MAX_BLOCKS = 50_000;

    private final AzureBlobs blobs;
    private final BlockBuffers buffers;
    private final String name;
    private final Map<String, String> metadata;
    private final List<String> blocks = new ArrayList<>();
    private final BlockIds ids = new BlockIds();
    private @Nullable ByteBuffer currentBuffer;
    private @Nullable PendingBlock pending;
    private Optional<Instant> finishedAt = Optional.empty();
    private int blocksSent;

    /** Whether a request that nobody answered may still read what is gathered. */
    private boolean mayStillBeRead;

    /** A block on the way, and its buffer. */
    private record PendingBlock(ByteBuffer buffer, CompletableFuture<StagedBlock> block) {}

    /**
     * A block that has arrived.
     *
     * @param id its identity
     * @param isCertain whether every try of it was answered
     */
    private record StagedBlock(String id, boolean isCertain) {}

    /**
     * Begins a blob; nothing is sent yet.
     *
     * @param name its name
     * @param metadata what is said of it
     * @param length how long it will become, for the size of its buffers only
     */
    public BlockUpload(
            AzureBlobs blobs,
            BlockBuffers buffers,
            String name,
            Map<String, String> metadata,
            long length) {
        this.blobs = blobs;
        this.buffers = buffers;
        this.name = name;
        this.metadata = Map.copyOf(metadata);
        // One byte more, because who asks for room does not know that there is nothing more.
        currentBuffer = buffers.lend(length + 1);
    }

    /**
     * Returns room for at least one byte; what is put there, from its position on, comes next in
     * the blob. The buffer is good until the next call.
     */
    public ByteBuffer writableBuffer() throws AzureException {
        ByteBuffer buffer = requireCurrentBuffer();
        if (buffer.hasRemaining()) {
            return buffer;
        }
        Optional<ByteBuffer> free = awaitPending();
        send(buffer);
        if (free.isEmpty() && buffer.isDirect()) {
            free = buffers.lendLarge();
        }
        if (free.isEmpty()) {
            free = awaitPending();
        }
        ByteBuffer next =
                free.orElseGet(() -> ByteBuffer.allocate(BlockBuffers.SMALL_BYTES)).clear();
        currentBuffer = next;
        return next;
    }

    /**
     * Makes the blob.
     *
     * @return false if the condition does not hold; then nothing has changed, and it may be tried
     *     with another, though who wrote the blob meanwhile may have taken the blocks with it
     * @throws AzureException if it is not known whether it was made, or certain that it was not
     */
    public boolean finish(Condition condition) throws AzureException {
        if (blocksSent == 0) {
            return finishInOneRequest(requireCurrentBuffer(), condition);
        }
        sendRemaining();
        return finished(blobs.writer(name).commit(blocks, metadata, condition));
    }

    /** Returns when the blob was made, by Azure's clock, if it told. */
    public Optional<Instant> finishedAt() {
        return finishedAt;
    }

    private boolean finished(ConditionalBlobWrite.Outcome outcome) {
        finishedAt = outcome.at();
        return outcome.isWritten();
    }

    /** Sends what is left, unless it is little enough to be sent when the blob is made. */
    public void sendRemaining() throws AzureException {
        ByteBuffer rest = requireCurrentBuffer();
        if (blocksSent == 0) {
            return;
        }
        awaitPending().ifPresent(buffers::giveBack);
        if (rest.position() > 0) {
            send(rest);
            currentBuffer = awaitPending().orElseGet(() -> ByteBuffer.allocate(1)).clear();
        }
    }

    private boolean finishInOneRequest(ByteBuffer content, Condition condition)
            throws AzureException {
        // Forgotten unless it is certain that no request reads it any more.
        currentBuffer = null;
        ConditionalBlobWrite.Outcome outcome;
        try {
            outcome = blobs.writer(name).put(content.duplicate().flip(), metadata, condition);
        } catch (AzureException | RuntimeException e) {
            buffers.discard(content);
            throw e;
        }
        mayStillBeRead |= !outcome.isCertain();
        if (outcome.isWritten()) {
            release(content);
        } else {
            currentBuffer = content;
        }
        return finished(outcome);
    }

    private void release(ByteBuffer content) {
        if (mayStillBeRead) {
            buffers.discard(content);
        } else {
            buffers.giveBack(content);
        }
    }

    @Override
    public void close() {
        ByteBuffer unsent = currentBuffer;
        currentBuffer = null;
        if (unsent != null) {
            release(unsent);
        }
        PendingBlock last = pending;
        pending = null;
        if (last != null) {
            var _ = last.block.whenComplete((staged, failure) -> reclaim(last.buffer, staged));
        }
    }

    private void reclaim(ByteBuffer buffer, @Nullable StagedBlock staged) {
        if (staged != null && staged.isCertain) {
            buffers.giveBack(buffer);
        } else {
            buffers.discard(buffer);
        }
    }

    private ByteBuffer requireCurrentBuffer() {
        return Objects.requireNonNull(currentBuffer, () -> name + " has ended");
    }

    /** Waits for the block on the way, and returns its buffer if it can be used again. */
    private Optional<ByteBuffer> awaitPending() throws AzureException {
        PendingBlock last = pending;
        if (last == null) {
            return Optional.empty();
        }
        pending = null;
        StagedBlock staged;
        try {
            staged = last.block.join();
        } catch (CompletionException e) {
            buffers.discard(last.buffer);
            throw AzureException.of(blobs.location(name), e);
        }
        blocks.add(staged.id);
        if (staged.isCertain) {
            return Optional.of(last.buffer);
        }
        buffers.discard(last.buffer);
        return Optional.empty();
    }

    private void send(ByteBuffer full) throws AzureException {
        if (blocksSent == MAX_BLOCKS) {
            throw new AzureException(
                    blobs.location(name), new AzureFailure.Rejected(413, "TooManyBlocks"));
        }
        int number = blocksSent++;
        ByteBuffer bytes = full.duplicate().flip();
        CompletableFuture<StagedBlock> block = new CompletableFuture<>();
        currentBuffer = null;
        pending = new PendingBlock(full, block);
        Thread.ofVirtual()
                .name("block of " + name)
                .start(
                        () -> {
                            try {
                                block.complete(stageWithRetries(number, bytes));
                            } catch (AzureException | RuntimeException e) {
                                block.completeExceptionally(e);
                            }
                        });
    }

    private StagedBlock stageWithRetries(int number, ByteBuffer bytes) throws AzureException {
        BlobWriter writer = blobs.writer(name);
        RetryPolicy retryPolicy = new RetryPolicy(blobs.account().limits(), blobs.time());
        for (short attempt = 0; ; attempt++) {
            String id = ids.of(number, attempt);
            AzureFailure failure;
            try {
                writer.stage(id, bytes);
                return new StagedBlock(id, attempt == 0);
            } catch (RuntimeException e) {
                failure = AzureFailure.of(e);
            }
            if (!failure.isTransient() || !retryPolicy.pauseBeforeRetry(failure)) {
                throw new AzureException(blobs.location(name), failure);
            }
        }
    }
}
