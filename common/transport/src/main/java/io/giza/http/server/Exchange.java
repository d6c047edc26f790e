package io.giza.http.server;

import io.giza.concurrent.WaitListener;

import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.ProtocolException;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.net.ssl.SSLSession;

/**
 * A request and its answer. The answer is sent once: whole, or its head first and its body piece by
 * piece. An exchange belongs to one thread.
 */
public final class Exchange {
    private final ServedConnection connection;
    private final Optional<InetAddress> client;
    private final ClassicHttpRequest request;
    private final RequestBody body;
    private final RequestTarget target;
    private final Answer answer;
    private boolean isLast;

    Exchange(
            ServedConnection connection,
            ClassicHttpRequest request,
            RequestBody body,
            boolean isLast,
            Optional<InetAddress> client) {
        this.connection = connection;
        this.client = client;
        this.request = request;
        this.body = body;
        this.isLast = isLast;
        this.target = RequestTarget.of(request.getPath());
        this.answer = new Answer(connection, HeadReader.isOld(request), method().equals("HEAD"));
    }

    /** Returns the method as it was sent. */
    public String method() {
        return request.getMethod();
    }

    /** Returns the path as it was sent, nothing decoded. */
    public String path() {
        return target.path();
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
        return target.parameters(name);
    }

    /** Returns the query as it was sent, empty if there is none. */
    public String query() {
        return target.query();
    }

    /** Calls for each header of the request, in the order in which they came. */
    public void forEachHeader(BiConsumer<String, String> visitor) {
        for (Header each : request.getHeaders()) {
            visitor.accept(each.getName(), each.getValue() == null ? "" : each.getValue());
        }
    }

    /**
     * Returns the address of the client, which is not that of a trusted proxy before this server.
     */
    public InetAddress remote() {
        return client.orElseThrow();
    }

    /** Tells whether the address of the client is known; others are not handled. */
    boolean hasRemote() {
        return client.isPresent();
    }

    /** Tells whether it came over TLS. */
    public boolean isSecure() {
        return connection.isSecure();
    }

    /** Returns what was agreed on for TLS, null where it did not come over TLS. */
    public @Nullable SSLSession tlsSession() {
        return connection.tlsSession();
    }

    /** Returns the version of HTTP that its first line says. */
    public String protocol() {
        return HeadReader.isOld(request) ? "HTTP/1.0" : "HTTP/1.1";
    }

    /**
     * Has whoever reads the body, in any thread, find its end; an answer can still be given. For
     * any thread.
     */
    public void endInput() {
        connection.life().endInput();
    }

    /** Has whoever writes the answer, in any thread, fail. For any thread. */
    public void endOutput() {
        connection.life().endOutput();
    }

    /** Sets the listener to the waits of this request for its client. */
    public void listenToWaits(WaitListener listener) {
        connection.listenToWaits(listener);
    }

    /**
     * Tells whether the client has closed the connection, or its side of it, after a whole request.
     * It takes a few milliseconds where the client is still there. For any thread, while no other
     * reads the request.
     */
    public boolean isClosedByClient() {
        return body.isComplete() && connection.isClosedByClient();
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
        answer.headers().put(name, value);
        return this;
    }

    /** Returns a header of the answer, null if it has none of that name yet. */
    public @Nullable String answerHeader(String name) {
        return answer.headers().get(name);
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
    public void answer(int status, String contentType, byte[] content) throws IOException {
        with("Content-Type", contentType);
        begin(status, content.length);
        write(ByteBuffer.wrap(content));
        finish();
    }

    /** Begins an answer with a body of that many bytes, which are written then. */
    public void begin(int status, long length) {
        decideWhatFollows();
        answer.begin(status, length);
    }

    /** Begins an answer whose body ends when {@link #finish} says so. */
    public void beginChunked(int status) {
        decideWhatFollows();
        answer.beginOfUnknownLength(status);
    }

    private void decideWhatFollows() {
        // What is left of the body would be taken for the next request.
        isLast |= !body.isComplete() && !connection.isWorthReading(body);
        isLast |= connection.life().isEnding();
        if (isLast) {
            with("Connection", "close");
        }
    }

    /**
     * Sends some of the body, and the head before it if it is the first. What lies in direct memory
     * is not copied.
     */
    public void write(ByteBuffer... bytes) throws IOException {
        answer.write(bytes);
    }

    /**
     * Sends what the client takes of the body at once, and the head before it if it is the first.
     * What is left of the buffers is to be written by {@link #write}. It never waits, and over TLS
     * it sends nothing.
     */
    public void writeNow(ByteBuffer... bytes) throws IOException {
        answer.writeNow(bytes);
    }

    /** Sends the head, if it was not sent yet, so that the caller knows that there is an answer. */
    public void flush() throws IOException {
        answer.flush();
    }

    /** Ends the answer. */
    public void finish() throws IOException {
        answer.finish();
    }

    boolean isAnswered() {
        return answer.isBegun();
    }

    /** Tells whether nothing of an answer was sent, so that another can be given instead. */
    public boolean isUnsent() {
        return answer.isUnsent();
    }

    /** Forgets an answer that was not sent, with its headers. */
    public void forget() {
        answer.forget();
    }

    /** Returns what says that the rest of the answer will never come, once it is thrown. */
    public IOException abandoned(Exception cause) {
        return new AbandonedException(cause);
    }

    /** The connection is closed, and whoever calls sees that the answer is not whole. */
    static final class AbandonedException extends IOException {
        private static final long serialVersionUID = 1L;

        AbandonedException(Exception cause) {
            super("an answer was not completed", cause);
        }
    }

    /** Tells whether another request may follow on this connection. */
    boolean isFollowed() {
        return !isLast && answer.isWhole();
    }
}
