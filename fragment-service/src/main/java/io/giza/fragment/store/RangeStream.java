package io.giza.fragment.store;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The first bytes of a stream. */
final class RangeStream extends FilterInputStream {
    private long left;

    RangeStream(InputStream source, long length) {
        super(source);
        left = length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (left == 0 && length > 0) {
            return -1;
        }
        int count = super.read(target, offset, (int) Math.min(left, length));
        if (count > 0) {
            left -= count;
        }
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = super.skip(Math.min(left, count));
        left -= skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(left, super.available());
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
