package io.giza.azure;

import io.giza.azure.AzureBlobs.Condition;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
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
    static final int MOST_BLOCKS = 50_000;

    private final AzureBlobs blobs;
    private final BlockBuffers buffers;
    private final String name;
    private final Map<String, String> metadata;
    private final List<String> blocks = new ArrayList<>();
    private final BlockIds ids = new BlockIds();
    private @Nullable ByteBuffer gathering;
    private @Nullable Sending sending;
    private int sent;

    /** Whether a request that nobody answered may still read what is gathered. */
    private boolean isStillRead;

    /** A block on the way, and its buffer. */
    private record Sending(ByteBuffer buffer, CompletableFuture<Staged> block) {}

    /**
     * A block that has arrived.
     *
     * @param id its identity
     * @param isCertain whether every try of it was answered
     */
    private record Staged(String id, boolean isCertain) {}

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
        gathering = buffers.lend(length + 1);
    }

    /**
     * Returns room for at least one byte; what is put there, from its position on, comes next in
     * the blob. The buffer is good until the next call.
     */
    public ByteBuffer room() throws AzureException {
        ByteBuffer buffer = gathered();
        if (buffer.hasRemaining()) {
            return buffer;
        }
        Optional<ByteBuffer> free = arrived();
        send(buffer);
        if (free.isEmpty() && buffer.isDirect()) {
            free = buffers.lendLarge();
        }
        if (free.isEmpty()) {
            free = arrived();
        }
        ByteBuffer next =
                free.orElseGet(() -> ByteBuffer.allocate(BlockBuffers.SMALL_BYTES)).clear();
        gathering = next;
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
        if (sent == 0) {
            return finishAtOnce(gathered(), condition);
        }
        sendAll();
        return blobs.writer(name).commit(blocks, metadata, condition).written();
    }

    /** Sends what is left, unless it is little enough to be sent when the blob is made. */
    public void sendAll() throws AzureException {
        ByteBuffer rest = gathered();
        if (sent == 0) {
            return;
        }
        arrived().ifPresent(buffers::giveBack);
        if (rest.position() > 0) {
            send(rest);
            gathering = arrived().orElseGet(() -> ByteBuffer.allocate(1)).clear();
        }
    }

    private boolean finishAtOnce(ByteBuffer content, Condition condition) throws AzureException {
        // Forgotten unless it is certain that no request reads it any more.
        gathering = null;
        ConditionalWrite.Outcome outcome;
        try {
            outcome = blobs.writer(name).put(content.duplicate().flip(), metadata, condition);
        } catch (AzureException | RuntimeException e) {
            buffers.discard(content);
            throw e;
        }
        isStillRead |= !outcome.isCertain();
        if (outcome.written()) {
            release(content);
        } else {
            gathering = content;
        }
        return outcome.written();
    }

    private void release(ByteBuffer content) {
        if (isStillRead) {
            buffers.discard(content);
        } else {
            buffers.giveBack(content);
        }
    }

    @Override
    public void close() {
        ByteBuffer unsent = gathering;
        gathering = null;
        if (unsent != null) {
            release(unsent);
        }
        Sending last = sending;
        sending = null;
        if (last != null) {
            var _ = last.block.whenComplete((staged, failure) -> takeBack(last.buffer, staged));
        }
    }

    private void takeBack(ByteBuffer buffer, @Nullable Staged staged) {
        if (staged != null && staged.isCertain) {
            buffers.giveBack(buffer);
        } else {
            buffers.discard(buffer);
        }
    }

    private ByteBuffer gathered() {
        return Objects.requireNonNull(gathering, () -> name + " has ended");
    }

    /** Waits for the block on the way, and returns its buffer if it can be used again. */
    private Optional<ByteBuffer> arrived() throws AzureException {
        Sending last = sending;
        if (last == null) {
            return Optional.empty();
        }
        sending = null;
        Staged staged;
        try {
            staged = last.block.join();
        } catch (CompletionException e) {
            buffers.discard(last.buffer);
            throw AzureException.of(blobs.where(name), e);
        }
        blocks.add(staged.id);
        if (staged.isCertain) {
            return Optional.of(last.buffer);
        }
        buffers.discard(last.buffer);
        return Optional.empty();
    }

    private void send(ByteBuffer full) throws AzureException {
        if (sent == MOST_BLOCKS) {
            throw new AzureException(
                    blobs.where(name), new AzureFailure.Rejected(413, "TooManyBlocks"));
        }
        int number = sent++;
        ByteBuffer bytes = full.duplicate().flip();
        CompletableFuture<Staged> block = new CompletableFuture<>();
        gathering = null;
        sending = new Sending(full, block);
        Thread.ofVirtual()
                .name("block of " + name)
                .start(
                        () -> {
                            try {
                                block.complete(staged(number, bytes));
                            } catch (AzureException | RuntimeException e) {
                                block.completeExceptionally(e);
                            }
                        });
    }

    private Staged staged(int number, ByteBuffer bytes) throws AzureException {
        BlobWriter writer = blobs.writer(name);
        Patience patience = new Patience(blobs.account().limits(), blobs.time());
        for (short attempt = 0; ; attempt++) {
            String id = ids.of(number, attempt);
            AzureFailure failure;
            try {
                writer.stage(id, bytes);
                return new Staged(id, attempt == 0);
            } catch (RuntimeException e) {
                failure = AzureFailure.of(e);
            }
            if (!mayPass(failure) || !patience.allowsAnother(failure)) {
                throw new AzureException(blobs.where(name), failure);
            }
        }
    }

    private static boolean mayPass(AzureFailure failure) {
        return switch (failure) {
            case AzureFailure.Throttled _,
                    AzureFailure.Unreachable _,
                    AzureFailure.Interrupted _,
                    AzureFailure.TimedOut _,
                    AzureFailure.Failed _ ->
                    true;
            case AzureFailure.NotFound _,
                    AzureFailure.Conflict _,
                    AzureFailure.ConditionNotMet _,
                    AzureFailure.Unauthorized _,
                    AzureFailure.AccountGone _,
                    AzureFailure.Rejected _ ->
                    false;
        };
    }
}
