package io.giza.testkit.stripe;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Fragments in memory; can be taken down, and its fragments damaged. */
final class TamperedFragmentStore implements FragmentStore {
    private final DcName dc;
    private final Map<FragmentId, byte[]> fragments = new ConcurrentHashMap<>();
    private volatile boolean down;

    public TamperedFragmentStore(DcName dc) {
        this.dc = dc;
    }

    /** Takes the store down, or up again. */
    public void setDown(boolean down) {
        this.down = down;
    }

    /** Returns the bytes of a fragment. */
    public Optional<byte[]> bytes(FragmentId id) {
        return Optional.ofNullable(fragments.get(id)).map(byte[]::clone);
    }

    /** Replaces the bytes of a fragment, as damage or a stranger would. */
    public void replace(FragmentId id, byte[] bytes) {
        fragments.put(id, bytes.clone());
    }

    /** Returns how many fragments there are. */
    public int size() {
        return fragments.size();
    }

    @Override
    public DcName dc() {
        return dc;
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
        check();
        return new Upload(id, length);
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        if (offset < 0 || length < 1) {
            throw new IllegalArgumentException("no range: " + offset + ", " + length);
        }
        check();
        byte[] bytes = fragments.get(id);
        if (bytes == null) {
            return new FragmentRead.Absent();
        }
        int from = (int) Math.min(bytes.length, offset);
        int count = (int) Math.min(bytes.length - from, length);
        return new FragmentRead.Found(new ByteArrayInputStream(bytes, from, count));
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        check();
        fragments.remove(id);
    }

    private void check() throws ReplicaException {
        if (down) {
            throw new ReplicaException.Unreachable(dc, new IOException("taken down"));
        }
    }

    private final class Upload implements FragmentUpload {
        private final FragmentId id;
        private final long length;
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();

        Upload(FragmentId id, long length) {
            this.id = id;
            this.length = length;
        }

        @Override
        public void write(ByteBuffer chunk) throws ReplicaException {
            if (chunk.remaining() > length - written.size()) {
                throw new IllegalStateException("more bytes than announced");
            }
            check();
            byte[] bytes = new byte[chunk.remaining()];
            chunk.get(bytes);
            written.writeBytes(bytes);
        }

        @Override
        public Completion complete() throws ReplicaException {
            if (written.size() != length) {
                throw new IllegalStateException("fewer bytes than announced");
            }
            check();
            boolean isFirst = fragments.putIfAbsent(id, written.toByteArray()) == null;
            return new Completion(
                    isFirst ? Outcome.STORED : Outcome.ALREADY_THERE, Optional.empty());
        }

        @Override
        public void close() {
            written.reset();
        }
    }
}
