package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.connection.SlowClientLimits;
import io.giza.gateway.s3.connection.Standstill;
import io.giza.gateway.s3.connection.WatchedClient;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ClientTarget;
import io.giza.http.server.Exchange;
import io.giza.stripe.read.ByteTarget;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * The answer to one request. One without a body is sent only by {@link #finish}, so that until then
 * another may take its place.
 */
public final class Reply {
    private static final int OK = 200;

    /** What would end a header; values that are stored may hold it. */
    private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x08\\x0a-\\x1f\\x7f]");

    private final Exchange exchange;
    private final WatchedClient client;
    private final Standstill standstill;
    private boolean isAbandoned;
    private boolean isOver;
    private int status = OK;
    private boolean isBegun;
    private long length;
    private long documentBytes;

    private Reply(Exchange exchange, WatchedClient client, Standstill standstill) {
        this.exchange = exchange;
        this.client = client;
        this.standstill = standstill;
    }

    /** Answers a request, to a client that may be slow. */
    public static Reply to(Exchange exchange, SlowClientLimits limits, Standstill standstill) {
        return new Reply(exchange, limits.watch(), standstill);
    }

    /**
     * Whether the client closed the connection after a request that this process delayed by
     * standing still. The client may have asked another gateway since. For any thread: a task that
     * outlives the request must not read bytes of the next request.
     */
    public synchronized boolean isAbandoned() {
        if (!isAbandoned && !isOver) {
            isAbandoned = standstill.isRecent() && exchange.isClosedByClient();
        }
        return isAbandoned;
    }

    /** Notes that the request is over: the connection belongs to the next request. */
    public synchronized void end() {
        isOver = true;
    }

    /** Returns who takes the answer, perhaps slowly. */
    public WatchedClient client() {
        return client;
    }

    /** Returns the status of the answer. */
    public int status() {
        return status;
    }

    /** Returns how many bytes of a body were sent, whatever it was. */
    public long sentBytes() {
        return documentBytes + client.sentBytes();
    }

    /** Returns how long the body was said to be; 0 where nobody knew. */
    public long length() {
        return length;
    }

    /** Sets a header; any character may be in its value. */
    public Reply header(String name, String value) {
        exchange.with(name, CONTROLS.matcher(Headers.toLatin1(value)).replaceAll(" "));
        return this;
    }

    /** Returns a header that was set, null if it was not. */
    public @Nullable String header(String name) {
        return exchange.answerHeader(name);
    }

    /** Says when the answer was made. */
    public void date(Instant now) {
        exchange.with("Date", ObjectHeaders.httpDate(now));
    }

    /** Answers without a body. */
    public void empty(int code) {
        status = code;
    }

    /** Answers with a document. */
    public void xml(int code, XmlWriter document) throws IOException {
        byte[] content = document.finish();
        document(code, "application/xml", content);
    }

    /** Answers with a document of JSON. */
    public void json(int code, byte[] document) throws IOException {
        document(code, "application/json", document);
    }

    private void document(int code, String contentType, byte[] content) throws IOException {
        exchange.with("Content-Type", contentType);
        begin(code, content.length);
        exchange.write(ByteBuffer.wrap(content));
        documentBytes = content.length;
    }

    /** Starts an answer whose body follows, or is only described. */
    public ClientTarget start(int code, long bytes) {
        begin(code, bytes);
        return client.output(new Output(exchange));
    }

    /** The body of the answer. */
    private record Output(Exchange exchange) implements ClientTarget {
        @Override
        public void write(ByteBuffer... bytes) throws IOException {
            exchange.write(bytes);
        }

        @Override
        public void writeNow(ByteBuffer... bytes) throws IOException {
            exchange.writeNow(bytes);
        }
    }

    private void begin(int code, long bytes) {
        status = code;
        isBegun = true;
        length = bytes;
        exchange.begin(code, bytes);
    }

    /** Starts an answer of which nobody knows yet how long it is. */
    ByteTarget startUnknownLength(int code, String contentType) {
        status = code;
        isBegun = true;
        exchange.with("Content-Type", contentType);
        exchange.beginChunked(code);
        return client.output(new Output(exchange));
    }

    /** Tells whether a part of the answer was sent, so that no other can be given. */
    public boolean isCommitted() {
        return !exchange.isUnsent();
    }

    /** Forgets an answer of which nothing was sent, with its headers. */
    public void reset() {
        exchange.forget();
        status = OK;
        isBegun = false;
        length = 0;
    }

    /** Sends what was not sent yet. */
    public void finish() throws IOException {
        if (!isBegun) {
            begin(status, 0);
        }
        exchange.finish();
    }
}
