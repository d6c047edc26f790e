package io.giza.testkit.fault;

import io.giza.model.Bytes;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Gathers the chunks of one fragment and sends them when it is completed. */
final class FaultyFragmentUpload implements FragmentUpload {
    private final FragmentStore store;
    private final FaultyLink link;
    private final FragmentId id;
    private final long length;
    private final List<Bytes> chunks = new ArrayList<>();
    private long written;
    private boolean ended;

    FaultyFragmentUpload(FragmentStore store, FaultyLink link, FragmentId id, long length) {
        this.store = store;
        this.link = link;
        this.id = id;
        this.length = length;
    }

    @Override
    public void write(ByteBuffer chunk) throws ReplicaException {
        checkOpen();
        chunks.add(Bytes.copyOf(chunk));
        written += chunk.remaining();
        chunk.position(chunk.limit());
        link.pass();
    }

    @Override
    public Completion complete() throws ReplicaException {
        checkOpen();
        ended = true;
        if (written != length) {
            throw new IllegalStateException(
                    id + ": " + written + " bytes written, " + length + " announced");
        }
        return link.call("upload " + id.index(), this::send);
    }

    @Override
    public void close() {
        ended = true;
    }

    private Completion send() throws ReplicaException {
        try (FragmentUpload upload = store.create(id, length)) {
            for (Bytes chunk : chunks) {
                upload.write(chunk.asBuffer());
            }
            return upload.complete();
        }
    }

    private void checkOpen() {
        if (ended) {
            throw new IllegalStateException(id + ": the upload has ended");
        }
    }
}
