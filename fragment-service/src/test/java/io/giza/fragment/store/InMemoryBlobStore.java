package io.giza.fragment.store;

import io.giza.membership.Membership;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentHeader;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Blobs in memory. */
final class InMemoryBlobStore implements BlobStore {
    private final ConcurrentSkipListMap<String, Stored> blobs = new ConcurrentSkipListMap<>();
    private final AtomicLong tags = new AtomicLong();
    private final AtomicReference<Membership> membership =
            new AtomicReference<>(Membership.UNINITIALIZED);

    private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

    private record Stored(byte[] bytes, String tag) {}

    /** What is under a name now cannot be read any more. */
    void loseBytes(FragmentName name) {
        unreadable.add(open(name, 0, 1).orElseThrow().tag());
    }

    @Override
    public BlobUpload begin(FragmentName name, FragmentHeader header, long length) {
        return new Upload(name);
    }

    @Override
    public Optional<Blob> open(FragmentName name, long offset, long length) {
        return Optional.ofNullable(blobs.get(name.path()))
                .map(
                        stored -> {
                            int size = stored.bytes.length;
                            int from = (int) Math.min(size, offset);
                            int count = (int) Math.min(size - from, length);
                            InputStream bytes =
                                    unreadable.contains(stored.tag)
                                            ? new LostBytes()
                                            : new ByteArrayInputStream(stored.bytes, from, count);
                            return new Blob(Channels.newChannel(bytes), count, stored.tag);
                        });
    }

    @Override
    public void delete(FragmentName name) {
        blobs.remove(name.path());
    }

    @Override
    public List<Entry> list(String folder, String after, int limit) {
        if (Stream.of(folder, after).anyMatch(name -> name.contains(".."))) {
            throw new IllegalArgumentException("not a fragment's name or the beginning of one");
        }
        return blobs.entrySet().stream()
                .filter(e -> e.getKey().startsWith(folder))
                .filter(e -> after.isEmpty() || e.getKey().compareTo(after) > 0)
                .limit(limit)
                .map(
                        e ->
                                new Entry(
                                        new FragmentName(e.getKey()),
                                        e.getValue().bytes.length,
                                        Instant.EPOCH))
                .toList();
    }

    @Override
    public Membership membership() {
        return membership.get();
    }

    @Override
    public boolean replaceMembership(Membership expected, Membership next) {
        Membership now = membership.get();
        return now.equals(expected) && membership.compareAndSet(now, next);
    }

    @Override
    public void close() {
        blobs.clear();
    }

    private static final class LostBytes extends InputStream {
        @Override
        public int read() throws IOException {
            throw new UnreadableMediumException(new IOException("Input/output error"));
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return read();
        }
    }

    private final class Upload implements BlobUpload {
        private final FragmentName name;
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();

        private final ByteBuffer room = ByteBuffer.allocate(7);

        Upload(FragmentName name) {
            this.name = name;
        }

        @Override
        public ByteBuffer writableBuffer() {
            written.write(room.array(), 0, room.position());
            return room.clear();
        }

        @Override
        public boolean create() {
            return blobs.putIfAbsent(name.path(), stored()) == null;
        }

        @Override
        public boolean replace(String tag) {
            Stored old = blobs.get(name.path());
            return old != null && old.tag.equals(tag) && blobs.replace(name.path(), old, stored());
        }

        @Override
        public void close() {
            written.reset();
        }

        private Stored stored() {
            writableBuffer();
            return new Stored(written.toByteArray(), String.valueOf(tags.incrementAndGet()));
        }
    }
}
