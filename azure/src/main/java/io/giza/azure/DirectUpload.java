package io.giza.azure;

import io.giza.azure.AzureBlobs.Condition;
import io.giza.azure.FragmentContainer.State;
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
    private final ByteBuffer start;
    private @Nullable Begun begun;
    private long left;

    /**
     * An upload whose header was looked at.
     *
     * @param life the life of the container into which its blocks are sent
     */
    private record Begun(FragmentHeader header, String life, BlockUpload blocks) {}

    DirectUpload(DirectFragmentStore store, FragmentId id, long length) {
        this.store = store;
        this.id = id;
        this.length = length;
        start = ByteBuffer.allocate(FORMAT.headerLength(id));
        left = length;
    }

    @Override
    public void write(ByteBuffer chunk) throws ReplicaException {
        if (chunk.remaining() > left) {
            throw new IllegalStateException(
                    chunk.remaining() + " bytes written where " + left + " were announced");
        }
        left -= chunk.remaining();
        Begun going = begun;
        if (going == null) {
            move(chunk, start);
            if (start.hasRemaining()) {
                return;
            }
            going = begin();
            append(start.flip(), going.blocks);
        }
        append(chunk, going.blocks);
    }

    private Begun begin() throws ReplicaException {
        FragmentHeader header = verified();
        State state = store.admitting(header);
        Begun now =
                new Begun(
                        header,
                        state.life(),
                        new BlockUpload(
                                store.blobs(),
                                store.buffers(),
                                state.blob(FragmentName.of(id)),
                                FragmentContainer.label(header),
                                length));
        begun = now;
        return now;
    }

    private void append(ByteBuffer bytes, BlockUpload blocks) throws ReplicaException {
        try {
            while (bytes.hasRemaining()) {
                move(bytes, blocks.room());
            }
        } catch (AzureException e) {
            throw store.failed(e);
        }
    }

    private static void move(ByteBuffer from, ByteBuffer to) {
        int count = Math.min(from.remaining(), to.remaining());
        to.put(from.slice(from.position(), count));
        from.position(from.position() + count);
    }

    private FragmentHeader verified() throws ReplicaException {
        try {
            return FragmentStart.read(
                    FORMAT, FragmentName.of(id), length, new ByteArrayInputStream(start.array()));
        } catch (UnreadableHeaderException e) {
            throw new ReplicaException.Refused(store.dc(), String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw store.failed(e);
        }
    }

    @Override
    public Outcome complete() throws ReplicaException {
        if (left != 0) {
            throw new IllegalStateException(left + " of the announced bytes were not written");
        }
        Begun going = begun;
        if (going == null) {
            throw new ReplicaException.Refused(store.dc(), "it is no fragment", null);
        }
        try {
            // First, so that between the last look and the only request that counts is little time.
            going.blocks.sendAll();
            if (!store.admitting(going.header).life().equals(going.life)) {
                throw new ReplicaException.NotReady(
                        store.dc(), "its container was replaced during the upload", null);
            }
            return going.blocks.finish(Condition.IF_ABSENT)
                    ? Outcome.STORED
                    : Outcome.ALREADY_THERE;
        } catch (AzureException e) {
            throw store.failed(e);
        }
    }

    @Override
    public void close() {
        Begun going = begun;
        if (going != null) {
            going.blocks.close();
        }
    }
}
