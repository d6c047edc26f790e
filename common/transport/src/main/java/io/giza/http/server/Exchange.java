package io.giza.http.server;

import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.impl.EnglishReasonPhraseCatalog;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request and its answer. The answer is sent once: whole, or its head first and its body piece by
 * piece. An exchange belongs to one thread.
 */
public final class Exchange {
    private static final int NO_CONTENT = 204;
    private static final int PIECE_BYTES = 128 << 10;
    private static final ByteBuffer CRLF =
            ByteBuffer.wrap(new byte[] {'\r', '\n'}).asReadOnlyBuffer();
    private static final ByteBuffer LAST_CHUNK =
            ByteBuffer.wrap("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII)).asReadOnlyBuffer();

    private final ServedConnection connection;
    private final ClassicHttpRequest request;
    private final RequestBody body;
    private final String path;
    private final String query;
    private final Map<String, String> headers = new LinkedHashMap<>();

    /** The head of an answer that was begun, until it is sent together with its first bytes. */
    private @Nullable ByteBuffer head;

    private boolean isAnswered;
    private boolean isLast;

    /** How much of the body is still to be sent; in chunks nobody knows. */
    private long left;

    private boolean isChunked;

    Exchange(
            ServedConnection connection,
            ClassicHttpRequest request,
            RequestBody body,
            boolean isLast) {
        this.connection = connection;
        this.request = request;
        this.body = body;
        this.isLast = isLast;
        String target = request.getPath();
        int end = target.indexOf('?');
        path = end < 0 ? target : target.substring(0, end);
        query = end < 0 ? "" : target.substring(end + 1);
    }

    /** Returns the method as it was sent. */
    public String method() {
        return request.getMethod();
    }

    /** Returns the path as it was sent, nothing decoded. */
    public String path() {
        return path;
    }

    /**
     * Returns a header of the request, null if it has none of that name. Several are one list of
     * their values, so that what means one value takes none of them for it.
     */
    public @Nullable String header(String name) {
        try {
            Header header = request.getHeader(name);
            return header == null ? null : header.getValue();
        } catch (ProtocolException e) {
            return Stream.of(request.getHeaders(name))
                    .map(Header::getValue)
                    .collect(Collectors.joining(", "));
        }
    }

    /** Returns a parameter of the query, decoded, the first of that name; null if there is none. */
    public @Nullable String parameter(String name) {
        List<String> all = parameters(name);
        return all.isEmpty() ? null : all.getFirst();
    }

    /** Returns all parameters of a name, decoded. */
    public List<String> parameters(String name) {
        List<String> found = new ArrayList<>();
        for (String each : query.split("&", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0 && decoded(each.substring(0, equals)).equals(name)) {
                found.add(decoded(each.substring(equals + 1)));
            }
        }
        return found;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    /** Returns the body of the request. */
    public RequestBody body() {
        return body;
    }

    /** Adds a header to the answer, in the place of one of the same name. */
    public Exchange with(String name, String value) {
        if (value.indexOf('\r') >= 0 || value.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("a header of two lines: " + name);
        }
        headers.put(name, value);
        return this;
    }

    /** Answers with a status alone. */
    public void answer(int status) throws IOException {
        begin(status, 0);
        finish();
    }

    /** Answers with a sentence, for people and for the logs of callers. */
    public void answer(int status, String sentence) throws IOException {
        answer(status, "text/plain;charset=UTF-8", sentence.getBytes(StandardCharsets.UTF_8));
    }

    /** Answers with a body. */
    public void answer(int status, String contentType, byte[] answer) throws IOException {
        with("Content-Type", contentType);
        begin(status, answer.length);
        write(ByteBuffer.wrap(answer));
        finish();
    }

    /** Begins an answer with a body of that many bytes, which are written then. */
    public void begin(int status, long length) {
        begin(status);
        left = length;
        if (status != NO_CONTENT) {
            headers.put("Content-Length", Long.toString(length));
        }
        head = head(status);
    }

    /** Begins an answer whose body ends when {@link #finish} says so. */
    public void beginChunked(int status) {
        begin(status);
        isChunked = true;
        headers.put("Transfer-Encoding", "chunked");
        head = head(status);
    }

    private void begin(int status) {
        if (isAnswered) {
            throw new IllegalStateException("answered already, now with " + status);
        }
        isAnswered = true;
        // What is left of the body would be taken for the next request.
        isLast |= !body.isComplete() || connection.isEnding();
        if (isLast) {
            headers.put("Connection", "close");
        }
    }

    private ByteBuffer head(int status) {
        StringBuilder text = new StringBuilder("HTTP/1.1 ").append(status).append(' ');
        String reason = EnglishReasonPhraseCatalog.INSTANCE.getReason(status, null);
        text.append(reason == null ? "" : reason).append("\r\n");
        headers.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        return ByteBuffer.wrap(
                text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends some of the body, and the head before it if it is the first. */
    public void write(ByteBuffer bytes) throws IOException {
        if (method().equals("HEAD")) {
            left -= isChunked ? 0 : bytes.remaining();
            bytes.position(bytes.limit());
            return;
        }
        if (!isChunked) {
            if (bytes.remaining() > left) {
                throw new IllegalStateException("more bytes than were announced");
            }
            left -= bytes.remaining();
            sendInPieces(bytes);
        } else if (bytes.hasRemaining()) {
            byte[] size =
                    (Integer.toHexString(bytes.remaining()) + "\r\n")
                            .getBytes(StandardCharsets.US_ASCII);
            send(ByteBuffer.wrap(size), bytes, CRLF.duplicate());
        }
    }

    /** Ends the answer. */
    public void finish() throws IOException {
        if (isChunked && !method().equals("HEAD")) {
            send(LAST_CHUNK.duplicate());
        }
        isChunked = false;
        if (head != null) {
            send();
        }
    }

    /**
     * Of an array the JDK copies all that it is offered each time that the socket takes some of it;
     * and who reads slowly but reads has time for each piece.
     */
    private void sendInPieces(ByteBuffer bytes) throws IOException {
        while (!bytes.isDirect() && bytes.remaining() > PIECE_BYTES) {
            send(bytes.slice(bytes.position(), PIECE_BYTES));
            bytes.position(bytes.position() + PIECE_BYTES);
        }
        send(bytes);
    }

    private void send(ByteBuffer... bytes) throws IOException {
        ByteBuffer first = head;
        head = null;
        if (first == null) {
            connection.write(bytes);
        } else if (bytes.length == 0) {
            connection.write(first);
        } else {
            ByteBuffer[] all = new ByteBuffer[bytes.length + 1];
            all[0] = first;
            System.arraycopy(bytes, 0, all, 1, bytes.length);
            connection.write(all);
        }
    }

    boolean isAnswered() {
        return isAnswered;
    }

    /** Tells whether nothing of an answer was sent, so that another can be sent instead. */
    boolean isUnsent() {
        return !isAnswered || head != null;
    }

    /** Forgets an answer that was not sent. */
    void forget() {
        headers.clear();
        head = null;
        isAnswered = false;
        isChunked = false;
        left = 0;
    }

    /** Tells whether another request may follow on this connection. */
    boolean isFollowed() {
        return !isLast && isAnswered && left == 0 && !isChunked;
    }
}
