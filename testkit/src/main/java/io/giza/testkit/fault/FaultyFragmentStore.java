package io.giza.testkit.fault;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A store of fragments behind a network with faults. An upload reaches the store as one request
 * when it is completed, so it may arrive twice, or after its writer gave up.
 */
public final class FaultyFragmentStore implements FragmentStore {
    private final FragmentStore store;
    private final FaultyLink link;

    public FaultyFragmentStore(FragmentStore store, FaultyLink link) {
        this.store = store;
        this.link = link;
    }

    @Override
    public DcName dc() {
        return store.dc();
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        link.pass();
        return new FaultyFragmentUpload(store, link, id, length);
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        return link.call("read " + id.index(), () -> readAll(id, offset, length));
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        link.call(
                "delete " + id.index(),
                () -> {
                    store.delete(id);
                    return true;
                });
    }

    private FragmentRead readAll(FragmentId id, long offset, long length) throws ReplicaException {
        return switch (store.read(id, offset, length)) {
            case FragmentRead.Absent absent -> absent;
            case FragmentRead.Found found -> {
                byte[] bytes;
                try (InputStream stream = found.bytes()) {
                    bytes = stream.readAllBytes();
                } catch (IOException e) {
                    throw new ReplicaException.Failed(dc(), "cannot read " + id, e);
                }
                int sent = link.breaksOff() ? link.draw(bytes.length + 1) : bytes.length + 1;
                yield new FragmentRead.Found(new BreakingStream(bytes, sent));
            }
        };
    }

    /** Serves {@code bytes} but fails before byte number {@code intact}. */
    private static final class BreakingStream extends InputStream {
        private final InputStream bytes;
        private int intact;

        BreakingStream(byte[] bytes, int intact) {
            this.bytes = new ByteArrayInputStream(bytes);
            this.intact = intact;
        }

        @Override
        public int read() throws IOException {
            if (intact == 0) {
                throw new IOException("connection reset");
            }
            intact--;
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (intact == 0 && length > 0) {
                throw new IOException("connection reset");
            }
            int count = bytes.read(target, offset, Math.min(length, intact));
            intact -= Math.max(0, count);
            return count;
        }
    }
}
