package io.giza.http.socket;

import io.giza.concurrent.ReadWatch;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** What comes over a socket. A read that waits for long lets its watch know before. */
final class SocketInput extends InputStream {
    private static final int END = -1;
    private static final int NOTHING = -2;

    private final Socket socket;
    private final InputStream source;

    /** Null where nobody wants to know. */
    @Nullable ReadWatch watch;

    /** What was read to find out whether something came: a byte, or -1 for the end. */
    private int ahead = NOTHING;

    SocketInput(Socket socket) throws IOException {
        this.socket = socket;
        this.source = socket.getInputStream();
    }

    /** Tells whether the channel may be read instead: nothing is ahead, and nobody watches. */
    boolean isPassedBy() {
        return ahead == NOTHING && watch == null;
    }

    boolean await(Duration patience) throws IOException {
        if (ahead != NOTHING || source.available() > 0) {
            return true;
        }
        byte[] one = new byte[1];
        try {
            ahead = readWithin(patience, one, 0, 1) < 0 ? END : one[0] & 0xff;
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    /** Tells whether a wait found the end. */
    boolean isAtEnd() {
        return ahead == END;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (ahead != NOTHING && length > 0) {
            return takeAhead(target, offset);
        }
        ReadWatch asked = watch;
        if (asked == null) {
            return source.read(target, offset, length);
        }
        long since = System.nanoTime();
        try {
            return watchedRead(asked, target, offset, length);
        } finally {
            asked.waited(Duration.ofNanos(System.nanoTime() - since));
        }
    }

    private int watchedRead(ReadWatch asked, byte[] target, int offset, int length)
            throws IOException {
        Duration patience = asked.patience();
        if (patience.isPositive()) {
            try {
                return readWithin(patience, target, offset, length);
            } catch (SocketTimeoutException e) {
                // Nothing was read: the socket, and TLS too, go on where they were.
                asked.beforeLongWait();
            }
        } else if (source.available() == 0) {
            asked.beforeLongWait();
        }
        return source.read(target, offset, length);
    }

    private int takeAhead(byte[] target, int offset) {
        int next = ahead;
        ahead = NOTHING;
        if (next < 0) {
            return -1;
        }
        target[offset] = (byte) next;
        return 1;
    }

    private int readWithin(Duration patience, byte[] target, int offset, int length)
            throws IOException {
        int before = socket.getSoTimeout();
        socket.setSoTimeout((int) Math.max(1, patience.toMillis()));
        try {
            return source.read(target, offset, length);
        } finally {
            socket.setSoTimeout(before);
        }
    }

    @Override
    public int available() throws IOException {
        return ahead == NOTHING ? source.available() : 1;
    }
}
