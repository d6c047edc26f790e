package io.giza.gateway.s3.form;

import io.giza.gateway.memory.ByteBudget;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A stream cut into parts by a delimiter. Whatever is sent, it holds one buffer, and looks at each
 * byte a bounded number of times.
 */
final class DelimitedInput {
    private static final int FIRST_BYTES = 4 << 10;
    private static final int MOST_BYTES = 64 << 10;

    private static final int FIRST_LINE_BYTES = 256;

    private final InputStream input;
    private final byte[] delimiter;
    private final ByteBudget.Reservation memory;
    private byte[] buffer = new byte[FIRST_BYTES];
    private int from;
    private int to;
    private boolean ended;
    private boolean full;

    /**
     * Makes a stream of parts.
     *
     * @param delimiter ends each part, at most 200 bytes
     * @param memory where the buffer is taken from: a small one, which grows with what arrives
     * @param before what counts as read before the first byte
     */
    DelimitedInput(
            InputStream input, byte[] delimiter, byte[] before, ByteBudget.Reservation memory) {
        if (delimiter.length > 200) {
            throw new IllegalArgumentException("a delimiter of " + delimiter.length + " bytes");
        }
        memory.take(FIRST_BYTES);
        this.memory = memory;
        this.input = input;
        this.delimiter = delimiter.clone();
        System.arraycopy(before, 0, buffer, 0, before.length);
        to = before.length;
    }

    /**
     * Reads bytes of the part.
     *
     * @return how many, at least 1; -1 at the end of the part, whose delimiter is then read
     * @throws EOFException if the stream ends before the part does
     */
    int read(byte[] target, int offset, int length) throws IOException {
        while (true) {
            int certain = find();
            if (certain > from) {
                int count = Math.min(length, certain - from);
                System.arraycopy(buffer, from, target, offset, count);
                from += count;
                return count;
            }
            if (matchesAt(from)) {
                from += delimiter.length;
                return -1;
            }
            if (ended) {
                throw new EOFException("the last part is cut off");
            }
            fill();
        }
    }

    /**
     * Reads one line of the part that follows, without its end.
     *
     * @param limit the longest, in bytes
     * @throws EOFException if the stream ends
     * @throws LineTooLong if there is none so short
     */
    byte[] line(int limit) throws IOException, LineTooLong {
        byte[] line = new byte[Math.min(limit, FIRST_LINE_BYTES)];
        int length = 0;
        while (true) {
            byte next = next();
            if (next == '\n' && length > 0 && line[length - 1] == '\r') {
                return Arrays.copyOf(line, length - 1);
            }
            if (length == limit) {
                throw new LineTooLong();
            }
            if (length == line.length) {
                line = Arrays.copyOf(line, Math.min(limit, 2 * length));
            }
            line[length] = next;
            length++;
        }
    }

    private byte next() throws IOException {
        while (from == to) {
            if (ended) {
                throw new EOFException("a line is cut off");
            }
            fill();
        }
        byte next = buffer[from];
        from++;
        return next;
    }

    /** A line does not end where it must. */
    static final class LineTooLong extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** Returns the end of what is certainly no delimiter, not even the beginning of one. */
    private int find() {
        int at = from;
        while (at < to) {
            if (buffer[at] == delimiter[0]) {
                int same = 1;
                while (same < delimiter.length
                        && at + same < to
                        && buffer[at + same] == delimiter[same]) {
                    same++;
                }
                if (same == delimiter.length || (at + same == to && !ended)) {
                    return at;
                }
            }
            at++;
        }
        return to;
    }

    private boolean matchesAt(int at) {
        return to - at >= delimiter.length
                && Arrays.equals(buffer, at, at + delimiter.length, delimiter, 0, delimiter.length);
    }

    private void fill() throws IOException {
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        from = 0;
        if (full && buffer.length < MOST_BYTES) {
            memory.take(buffer.length);
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int count = input.read(buffer, to, buffer.length - to);
        if (count < 0) {
            ended = true;
        } else {
            to += count;
            full = to == buffer.length;
        }
    }
}
