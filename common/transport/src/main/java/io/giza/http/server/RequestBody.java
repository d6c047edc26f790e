package io.giza.http.server;

import io.giza.concurrent.ReadWatch;

import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.jspecify.annotations.Nullable;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The body of a request: of a length that its head says, or in chunks (RFC 9112, section 7.1). What
 * lies in the socket is read into a buffer without a copy between.
 */
public final class RequestBody extends InputStream {
    /** What was announced cannot be longer than a long, so nor can the digits. */
    private static final int MAX_SIZE_DIGITS = 15;

    private static final int MAX_TRAILERS = 16;
    private static final int HEXADECIMAL = 16;

    private final ServedConnection connection;
    private final SessionInputBufferImpl ahead;
    private final boolean isChunked;

    /** Of the body, or of the chunk. */
    private long left;

    private boolean isFirstChunk = true;
    private boolean isComplete;
    private boolean isWaitedFor;
    private boolean isBroken;

    /**
     * The body that follows a head.
     *
     * @param length how many bytes it has, negative if it comes in chunks
     * @param isWaitedFor whether the client waits for leave to send it
     */
    RequestBody(ServedConnection connection, long length, boolean isWaitedFor) {
        this.connection = connection;
        this.ahead = connection.ahead();
        this.isChunked = length < 0;
        this.left = Math.max(0, length);
        this.isComplete = length == 0;
        this.isWaitedFor = isWaitedFor;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        return read(ByteBuffer.wrap(target, offset, length));
    }

    /**
     * Reads some of the body into a buffer that has room.
     *
     * @return how many bytes, -1 after the last
     * @throws EOFException if the client ended the connection before its body was complete
     */
    public int read(ByteBuffer target) throws IOException {
        if (!target.hasRemaining()) {
            return 0;
        }
        if (isComplete) {
            return -1;
        }
        boolean isRead = false;
        try {
            int count =
                    connection.receive(
                            () -> {
                                giveLeave();
                                if (isChunked && left == 0 && !beginChunk()) {
                                    return -1;
                                }
                                return readPiece(target);
                            });
            isRead = true;
            if (isComplete) {
                connection.waits().bodyEnded();
            }
            return count;
        } finally {
            isBroken |= !isRead;
        }
    }

    /**
     * Sets what is done before a read of it waits for long for the client.
     *
     * @param watch null for nothing
     */
    public void watch(@Nullable ReadWatch watch) {
        connection.socket().watchReads(watch);
    }

    /** Tells whether the rest is so short that it is read for the sake of the connection. */
    boolean isWorthReading(long most) {
        return !isChunked && !isWaitedFor && !isBroken && left <= most;
    }

    /** Tells whether all of it was read. */
    boolean isComplete() {
        return isComplete;
    }

    /** Tells whether the client has sent nothing of it yet and need not. */
    boolean isUnsent() {
        return isWaitedFor;
    }

    private void giveLeave() throws IOException {
        if (isWaitedFor) {
            isWaitedFor = false;
            connection.sendContinue();
        }
    }

    private int readPiece(ByteBuffer target) throws IOException {
        int most = (int) Math.min(left, target.remaining());
        int count = ahead.hasBufferedData() ? takeAhead(target, most) : readSocket(target, most);
        if (count < 0) {
            throw new EOFException("the connection ended before the body did");
        }
        left -= count;
        if (left == 0 && !isChunked) {
            isComplete = true;
        }
        return count;
    }

    private int takeAhead(ByteBuffer target, int most) throws IOException {
        byte[] bytes = new byte[Math.min(most, ahead.length())];
        int count = ahead.read(bytes, connection.input());
        target.put(bytes, 0, count);
        return count;
    }

    private int readSocket(ByteBuffer target, int most) throws IOException {
        ByteBuffer room = target.slice(target.position(), most);
        int count = connection.socket().read(room);
        target.position(target.position() + Math.max(0, count));
        return count;
    }

    /** Reads the line before a chunk; false, and trailers are read too, if it was the last. */
    private boolean beginChunk() throws IOException {
        if (!isFirstChunk && !line().isEmpty()) {
            throw new MalformedChunkCodingException("a chunk is longer than its size");
        }
        isFirstChunk = false;
        String line = line();
        int end = line.indexOf(';');
        String size = (end < 0 ? line : line.substring(0, end)).strip();
        left = sizeOf(size);
        if (left > 0) {
            return true;
        }
        for (int count = 0; !line().isEmpty(); count++) {
            if (count == MAX_TRAILERS) {
                throw new MalformedChunkCodingException("too many trailers");
            }
        }
        isComplete = true;
        return false;
    }

    private static long sizeOf(String digits) throws MalformedChunkCodingException {
        boolean isHexadecimal = digits.chars().allMatch(each -> Character.digit(each, 16) >= 0);
        if (digits.isEmpty() || digits.length() > MAX_SIZE_DIGITS || !isHexadecimal) {
            throw new MalformedChunkCodingException("no size of a chunk");
        }
        return Long.parseLong(digits, HEXADECIMAL);
    }

    private String line() throws IOException {
        CharArrayBuffer line = new CharArrayBuffer(HEXADECIMAL);
        if (ahead.readLine(line, connection.input()) < 0) {
            throw new EOFException("the connection ended before the body did");
        }
        return line.toString();
    }
}
