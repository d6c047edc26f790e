package io.giza.http.server;

import io.giza.http.socket.ByteSocket;

import org.apache.hc.core5.http.impl.EnglishReasonPhraseCatalog;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The answer to one request, on its way. Its head is sent together with its first bytes. */
final class Answer {
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final int PIECE_BYTES = 128 << 10;
    private static final ByteBuffer CRLF =
            ByteBuffer.wrap(new byte[] {'\r', '\n'}).asReadOnlyBuffer();
    private static final ByteBuffer LAST_CHUNK =
            ByteBuffer.wrap("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII)).asReadOnlyBuffer();

    private final ServedConnection connection;
    private final boolean isOld;
    private final boolean isHead;
    private final Map<String, String> headers = new LinkedHashMap<>();

    /** What was begun, until it is sent together with its first bytes. */
    private @Nullable ByteBuffer head;

    private boolean isBegun;

    /** Whether some of the head was sent, but not all. */
    private boolean isStarted;

    private Framing framing = Framing.LENGTH;

    /** How much of the body is still to be sent, where that was said before. */
    private long left;

    /** How it is told where a body ends (RFC 9112, section 6). */
    private enum Framing {
        LENGTH,
        CHUNKS,
        /** Who is old knows no chunks. */
        CLOSE
    }

    /**
     * An answer of which nothing is known yet.
     *
     * @param isOld whether the request is of HTTP/1.0
     * @param isHead whether only the head is wanted
     */
    Answer(ServedConnection connection, boolean isOld, boolean isHead) {
        this.connection = connection;
        this.isOld = isOld;
        this.isHead = isHead;
    }

    Map<String, String> headers() {
        return headers;
    }

    void begin(int status, long length) {
        begin(status, Framing.LENGTH);
        left = isHead ? 0 : length;
        if (status != NO_CONTENT && status != NOT_MODIFIED) {
            headers.put("Content-Length", Long.toString(length));
        }
        head = head(status);
    }

    void beginOfUnknownLength(int status) {
        begin(status, isOld ? Framing.CLOSE : Framing.CHUNKS);
        if (!isOld) {
            headers.put("Transfer-Encoding", "chunked");
        }
        head = head(status);
    }

    private void begin(int status, Framing how) {
        if (isBegun) {
            throw new IllegalStateException("answered already, now with " + status);
        }
        isBegun = true;
        framing = how;
    }

    private ByteBuffer head(int status) {
        StringBuilder text = new StringBuilder(statusLine(status));
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        return ByteBuffer.wrap(
                text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns the first line of a head; some clients know no answer without a phrase. */
    static String statusLine(int status) {
        String reason = EnglishReasonPhraseCatalog.INSTANCE.getReason(status, null);
        return "HTTP/1.1 " + status + " " + (reason == null ? "Other" : reason) + "\r\n";
    }

    void write(ByteBuffer... bytes) throws IOException {
        long length = ByteSocket.remaining(bytes);
        if (isHead) {
            Stream.of(bytes).forEach(each -> each.position(each.limit()));
        } else if (framing == Framing.CHUNKS) {
            writeChunk(length, bytes);
        } else if (framing == Framing.LENGTH && length > left) {
            throw new IllegalStateException("more bytes than were announced");
        } else {
            left -= framing == Framing.LENGTH ? length : 0;
            sendInPieces(bytes);
        }
    }

    /** Writes what the client takes at once of a body whose length was said before. */
    void writeNow(ByteBuffer... bytes) throws IOException {
        if (isHead || framing != Framing.LENGTH) {
            return;
        }
        long length = ByteSocket.remaining(bytes);
        if (length > left) {
            throw new IllegalStateException("more bytes than were announced");
        }
        ByteBuffer first = head;
        connection.writeNow(first == null ? bytes : withHead(first, bytes));
        if (first != null && !first.hasRemaining()) {
            head = null;
        }
        isStarted |= first != null && first.position() > 0;
        left -= length - ByteSocket.remaining(bytes);
    }

    private static ByteBuffer[] withHead(ByteBuffer head, ByteBuffer... bytes) {
        ByteBuffer[] all = new ByteBuffer[bytes.length + 1];
        all[0] = head;
        System.arraycopy(bytes, 0, all, 1, bytes.length);
        return all;
    }

    private void writeChunk(long length, ByteBuffer... bytes) throws IOException {
        if (length > 0) {
            String size = Long.toHexString(length) + "\r\n";
            ByteBuffer before = ByteBuffer.wrap(size.getBytes(StandardCharsets.US_ASCII));
            send(
                    Stream.of(Stream.of(before), Stream.of(bytes), Stream.of(CRLF.duplicate()))
                            .flatMap(each -> each)
                            .toArray(ByteBuffer[]::new));
        }
    }

    /** Of an array the JDK copies all that it is offered, each time that the socket takes some. */
    private void sendInPieces(ByteBuffer... bytes) throws IOException {
        if (bytes.length > 1 || bytes[0].isDirect()) {
            send(bytes);
            return;
        }
        ByteBuffer array = bytes[0];
        while (array.remaining() > PIECE_BYTES) {
            send(array.slice(array.position(), PIECE_BYTES));
            array.position(array.position() + PIECE_BYTES);
        }
        send(array);
    }

    private void send(ByteBuffer... bytes) throws IOException {
        ByteBuffer first = head;
        head = null;
        connection.write(first == null ? bytes : withHead(first, bytes));
    }

    void flush() throws IOException {
        if (head != null) {
            send();
        }
    }

    void finish() throws IOException {
        if (framing == Framing.CHUNKS) {
            if (!isHead) {
                send(LAST_CHUNK.duplicate());
            }
            framing = Framing.LENGTH;
        }
        flush();
    }

    boolean isBegun() {
        return isBegun;
    }

    boolean isUnsent() {
        return !isBegun || (head != null && !isStarted);
    }

    /** Tells whether another may follow behind it. */
    boolean isWhole() {
        return isBegun && head == null && left == 0 && framing == Framing.LENGTH;
    }

    /** Forgets all that was not sent. */
    void forget() {
        headers.clear();
        head = null;
        isBegun = false;
        framing = Framing.LENGTH;
        left = 0;
    }
}
