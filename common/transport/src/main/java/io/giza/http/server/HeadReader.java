package io.giza.http.server;

import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.NotImplementedException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.RequestHeaderFieldsTooLargeException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultContentLengthStrategy;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.message.MessageSupport;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads the heads of requests from a connection, and says how each is framed. */
final class HeadReader {
    private static final int MAX_HEAD_BYTES = 16 << 10;
    private static final int BUFFER_BYTES = 8 << 10;
    private static final Http1Config HEADS =
            Http1Config.custom().setMaxHeaderCount(64).setMaxLineLength(MAX_HEAD_BYTES).build();

    private static final int BAD_REQUEST = 400;
    private static final int HEAD_TOO_LARGE = 431;
    private static final int NOT_IMPLEMENTED = 501;

    private final CountedInput input;
    private final SessionInputBufferImpl ahead =
            new SessionInputBufferImpl(BUFFER_BYTES, MAX_HEAD_BYTES);
    private final HeadParser parser = new HeadParser(HEADS);

    HeadReader(InputStream source) {
        input = new CountedInput(source);
    }

    /**
     * A head, and what it says of the body and the connection.
     *
     * @param length of the body, negative if it comes in chunks
     * @param isWaiting whether the client waits for leave to send the body
     * @param isLast whether no other request follows on the connection
     */
    record Head(ClassicHttpRequest request, long length, boolean isWaiting, boolean isLast) {}

    /** What came is no request that could be served. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;
        private final int status;

        RefusedException(int status, Exception cause) {
            super(cause);
            this.status = status;
        }

        /** Returns what to answer. */
        int status() {
            return status;
        }
    }

    /** Ends a head that takes more than it may. */
    private static final class CountedInput extends InputStream {
        private final InputStream source;
        private long left = Long.MAX_VALUE;

        CountedInput(InputStream source) {
            this.source = source;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("read by the piece");
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (left <= 0) {
                throw new RefusedException(HEAD_TOO_LARGE, new IOException("a head too long"));
            }
            int count = source.read(target, offset, length);
            left -= Math.max(0, count);
            return count;
        }
    }

    /** Returns what was read together with heads and belongs to what follows. */
    SessionInputBufferImpl ahead() {
        return ahead;
    }

    /** Returns what comes from the socket. */
    InputStream input() {
        return input;
    }

    /** Waits for the first bytes of a head; false if the connection ended instead. */
    boolean await() throws IOException {
        return ahead.hasBufferedData() || ahead.fillBuffer(input) >= 0;
    }

    /**
     * Reads a head; empty if the connection ended instead.
     *
     * @throws RefusedException if it is too long, or means nothing or two things
     */
    Optional<Head> read() throws IOException {
        input.left = MAX_HEAD_BYTES;
        try {
            ClassicHttpRequest request = parser.parse(ahead, input);
            return request == null ? Optional.empty() : Optional.of(head(request));
        } catch (RequestHeaderFieldsTooLargeException e) {
            throw new RefusedException(HEAD_TOO_LARGE, e);
        } catch (NotImplementedException e) {
            throw new RefusedException(NOT_IMPLEMENTED, e);
        } catch (HttpException e) {
            throw new RefusedException(BAD_REQUEST, e);
        } finally {
            input.left = Long.MAX_VALUE;
        }
    }

    private static Head head(ClassicHttpRequest request) throws HttpException {
        boolean isOld = request.getVersion().lessEquals(HttpVersion.HTTP_1_0);
        if (!isOld && request.countHeaders("Host") != 1) {
            throw new ProtocolException("one Host is needed");
        }
        if (request.containsHeader("Transfer-Encoding")
                && (isOld || request.containsHeader("Content-Length"))) {
            throw new ProtocolException("a body of two lengths");
        }
        long length = DefaultContentLengthStrategy.INSTANCE.determineLength(request);
        if (length == ContentLengthStrategy.UNDEFINED) {
            length = 0;
        }
        return new Head(
                request,
                length,
                !isOld && length != 0 && hasToken(request, "Expect", "100-continue"),
                isOld || hasToken(request, "Connection", "close"));
    }

    private static boolean hasToken(ClassicHttpRequest request, String header, String token) {
        if (!request.containsHeader(header)) {
            return false;
        }
        boolean[] found = new boolean[1];
        MessageSupport.parseTokens(
                request, header, each -> found[0] |= each.equalsIgnoreCase(token));
        return found[0];
    }
}
