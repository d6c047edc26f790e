package io.giza.gateway.read;

import io.giza.erasure.ByteRange;
import io.giza.model.Manifest;
import io.giza.model.Part;
import io.giza.model.UploadId;
import io.giza.model.UploadRows;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.ByteTarget;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Reads a range of an object that is made of parts: those parts that it touches, one after the
 * other, and the next one begun while one is written.
 */
final class PartsReader implements RangeReader {
    private static final int MAX_OPEN_PARTS = 2;

    private final DataReader data;
    private final DataReader.GetContext get;
    private final DataReader.Source source;
    private final UploadId upload;
    private final Deque<Slice> waiting = new ArrayDeque<>();
    private final Deque<OpenPart> openParts = new ArrayDeque<>();
    private @Nullable VersionFragments current;

    /**
     * What is wanted of a part.
     *
     * @param range the bytes, counted within the part; not empty
     */
    private record Slice(Part part, ByteRange range) {}

    /** A part that is being read; without a reader where its bytes are at hand. */
    private record OpenPart(Slice slice, @Nullable RangeReader reader) {}

    /**
     * Begins to read.
     *
     * @param source the object's record, and its key
     * @param parts where its bytes are
     * @param range what is wanted of the object, within it
     */
    PartsReader(
            DataReader data,
            DataReader.GetContext get,
            DataReader.Source source,
            Manifest.Parts parts,
            ByteRange range) {
        this.data = data;
        this.get = get;
        this.source = source;
        this.upload = parts.upload();
        waiting.addAll(slices(parts.parts(), range));
        try {
            openMore();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static List<Slice> slices(List<Part> parts, ByteRange range) {
        Deque<Slice> slices = new ArrayDeque<>();
        long start = 0;
        for (Part part : parts) {
            long from = Math.max(range.from(), start);
            long to = Math.min(range.to(), start + part.size());
            if (from < to) {
                slices.add(new Slice(part, new ByteRange(from - start, to - start)));
            }
            start += part.size();
        }
        return List.copyOf(slices);
    }

    /** The one that is written next has the first claim to memory, and the others what is left. */
    private void openMore() {
        while (!waiting.isEmpty()
                && (openParts.isEmpty()
                        || (openParts.size() < MAX_OPEN_PARTS && get.memory().isClaimed()))) {
            Slice slice = waiting.removeFirst();
            openParts.add(
                    switch (slice.part().data()) {
                        case Manifest.Inline _ -> new OpenPart(slice, null);
                        case Manifest.Fragmented fragmented ->
                                new OpenPart(slice, open(slice, fragmented));
                    });
        }
    }

    private RangeReader open(Slice slice, Manifest.Fragmented fragmented) {
        Part part = slice.part();
        return data.stream(
                get,
                new DataReader.Source(put(part), source.key()),
                fragmented,
                part.size(),
                slice.range());
    }

    private VersionFragments.PutRef put(Part part) {
        return new VersionFragments.PutRef(
                UploadRows.part(source.put().key().bucket(), upload, part.number()), part.id());
    }

    @Override
    public void ready() throws IOException {
        OpenPart first = openParts.peekFirst();
        if (first != null && first.reader() != null) {
            current = first.reader().current();
            first.reader().ready();
        }
    }

    @Override
    public void writeTo(ByteTarget target) throws IOException {
        while (!openParts.isEmpty()) {
            OpenPart next = openParts.getFirst();
            write(next, target);
            openParts.removeFirst();
            close(next);
            openMore();
        }
    }

    private void write(OpenPart next, ByteTarget target) throws IOException {
        RangeReader reader = next.reader();
        if (reader != null) {
            current = reader.current();
            reader.writeTo(
                    bytes -> {
                        target.write(bytes);
                        yieldMemory();
                    });
        } else if (next.slice().part().data() instanceof Manifest.Inline(var content)) {
            ByteRange range = next.slice().range();
            Part part = next.slice().part();
            target.write(
                    ByteBuffer.wrap(
                            source.key().decrypted(put(part), content, part.size()),
                            Math.toIntExact(range.from()),
                            Math.toIntExact(range.length())));
        }
    }

    /** Gives up what was begun beside the part that is written, once others wait for memory. */
    private void yieldMemory() {
        while (openParts.size() > 1 && get.memory().isWanted()) {
            OpenPart last = openParts.removeLast();
            close(last);
            waiting.addFirst(last.slice());
        }
    }

    @Override
    public VersionFragments current() {
        if (current == null) {
            throw new IllegalStateException("no fragments are read");
        }
        return current;
    }

    @Override
    public void close() {
        openParts.forEach(PartsReader::close);
        openParts.clear();
        waiting.clear();
    }

    private static void close(OpenPart each) {
        if (each.reader() != null) {
            each.reader().close();
        }
    }
}
