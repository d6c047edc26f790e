package io.giza.azure.fragment;

import io.giza.azure.AzureException;
import io.giza.azure.blob.AzureBlobs.Condition;
import io.giza.azure.blob.BlockUpload;
import io.giza.azure.fragment.FragmentContainer.State;
import io.giza.model.FragmentId;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentFormat.UnreadableHeaderException;
import io.giza.stripe.FragmentHeader;
import io.giza.wire.BinaryFragmentFormat;
import io.giza.wire.FragmentStart;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The upload of a fragment to a container. Its header is looked at before anything is sent. */
final class DirectUpload implements FragmentUpload {
    private static final BinaryFragmentFormat FORMAT = new BinaryFragmentFormat();

    private final DirectFragmentStore store;
    private final FragmentId id;
    private final long length;
    private final ByteBuffer headerBytes;
    private @Nullable StartedUpload started;
    private long remaining;

    /**
     * An upload whose header was looked at.
     *
     * @param life the life of the container into which its blocks are sent
     */
    private record StartedUpload(FragmentHeader header, String life, BlockUpload blocks) {}

    DirectUpload(DirectFragmentStore store, FragmentId id, long length) {
        this.store = store;
        this.id = id;
        this.length = length;
        headerBytes = ByteBuffer.allocate(FORMAT.headerLength(id));
        remaining = length;
    }

    @Override
    public void write(ByteBuffer chunk) throws ReplicaException {
        if (chunk.remaining() > remaining) {
            throw new IllegalStateException(
                    chunk.remaining() + " bytes written where " + remaining + " were announced");
        }
        remaining -= chunk.remaining();
        StartedUpload upload = started;
        if (upload == null) {
            transfer(chunk, headerBytes);
            if (headerBytes.hasRemaining()) {
                return;
            }
            upload = start();
            append(headerBytes.flip(), upload.blocks);
        }
        append(chunk, upload.blocks);
    }

    private StartedUpload start() throws ReplicaException {
        FragmentHeader header = readHeader();
        State state = store.requireAdmitted(header);
        StartedUpload upload =
                new StartedUpload(
                        header,
                        state.life(),
                        new BlockUpload(
                                store.blobs(),
                                store.buffers(),
                                state.blobName(FragmentName.of(id)),
                                FragmentContainer.metadataOf(header),
                                length));
        started = upload;
        return upload;
    }

    private void append(ByteBuffer bytes, BlockUpload blocks) throws ReplicaException {
        try {
            while (bytes.hasRemaining()) {
                transfer(bytes, blocks.writableBuffer());
            }
        } catch (AzureException e) {
            throw store.toReplicaException(e);
        }
    }

    private static void transfer(ByteBuffer from, ByteBuffer to) {
        int count = Math.min(from.remaining(), to.remaining());
        to.put(from.slice(from.position(), count));
        from.position(from.position() + count);
    }

    private FragmentHeader readHeader() throws ReplicaException {
        try {
            return FragmentStart.read(
                    FORMAT,
                    FragmentName.of(id),
                    length,
                    new ByteArrayInputStream(headerBytes.array()));
        } catch (UnreadableHeaderException e) {
            throw new ReplicaException.Refused(store.dc(), String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw store.toReplicaException(e);
        }
    }

    @Override
    public Completion complete() throws ReplicaException {
        if (remaining != 0) {
            throw new IllegalStateException(remaining + " of the announced bytes were not written");
        }
        StartedUpload upload = started;
        if (upload == null) {
            throw new ReplicaException.Refused(store.dc(), "it is no fragment", null);
        }
        try {
            // First, so that between the last look and the only request that counts is little time.
            upload.blocks.sendRemaining();
            if (!store.requireAdmitted(upload.header).life().equals(upload.life)) {
                throw new ReplicaException.NotReady(
                        store.dc(), "its container was replaced during the upload", null);
            }
            boolean isMade = upload.blocks.finish(Condition.IF_ABSENT);
            return new Completion(
                    isMade ? Outcome.STORED : Outcome.ALREADY_THERE, upload.blocks.finishedAt());
        } catch (AzureException e) {
            throw store.toReplicaException(e);
        }
    }

    @Override
    public void close() {
        StartedUpload upload = started;
        if (upload != null) {
            upload.blocks.close();
        }
    }
}
