package io.giza.fragment.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** The beginning of a stream, which is read to be looked at and needed again afterwards. */
final class RecordingInputStream extends InputStream {
    private final InputStream source;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();

    RecordingInputStream(InputStream source) {
        this.source = source;
    }

    @Override
    public int read() throws IOException {
        int next = source.read();
        if (next >= 0) {
            read.write(next);
        }
        return next;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = source.read(target, offset, length);
        if (count > 0) {
            read.write(target, offset, count);
        }
        return count;
    }

    /** Returns all that was read so far, from the first byte on. */
    byte[] bytes() {
        return read.toByteArray();
    }
}
