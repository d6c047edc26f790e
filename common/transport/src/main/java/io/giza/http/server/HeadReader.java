package io.giza.http.server;

import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.NotImplementedException;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.RequestHeaderFieldsTooLargeException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultContentLengthStrategy;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.message.MessageSupport;
import org.jspecify.annotations.Nullable;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Reads the heads of the requests on a connection, and what lies behind them ahead of its time. */
final class HeadReader {
    /**
     * HttpCore takes twice that for each connection, and an idle one takes little else. Most heads
     * fit; of a longer one the rest is read in further pieces.
     */
    private static final int BUFFER_BYTES = 2 << 10;

    private static final int MAX_HEADERS = 100;

    private static final int BAD_REQUEST = 400;
    private static final int HEAD_TOO_LARGE = 431;
    private static final int NOT_IMPLEMENTED = 501;
    private static final int UNAVAILABLE = 503;

    private final HeadInput input;
    private final int maxHeadBytes;
    private final SessionInputBufferImpl ahead;
    private final HeadParser parser;

    /** Counts what a head takes, which must not be cut short either. */
    private static final class HeadInput extends InputStream {
        private static final long UNLIMITED = Long.MAX_VALUE;

        private final InputStream source;
        private final LongHeads longHeads;
        private final Duration patience;
        private long left = UNLIMITED;

        /** When so little is left, the head is a long one. */
        private long leftOfLong;

        private boolean isLong;

        HeadInput(InputStream source, LongHeads longHeads, Duration patience) {
            this.source = source;
            this.longHeads = longHeads;
            this.patience = patience;
        }

        void begin(int maxBytes) {
            left = maxBytes;
            leftOfLong = maxBytes - LongHeads.SHORT_BYTES;
        }

        void awaitTurn() throws RefusedException {
            if (!isLong && left != UNLIMITED && left < leftOfLong) {
                if (!longHeads.enter(patience)) {
                    throw new RefusedException(UNAVAILABLE, null);
                }
                isLong = true;
            }
        }

        void forget() {
            if (isLong) {
                isLong = false;
                longHeads.leave();
            }
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("read by the piece");
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (left <= 0) {
                throw new RefusedException(HEAD_TOO_LARGE, null);
            }
            awaitTurn();
            int count = source.read(target, offset, length);
            if (left != UNLIMITED) {
                if (count < 0) {
                    throw new EOFException("the connection ended before the head did");
                }
                left -= count;
            }
            return count;
        }
    }

    /** What came is no request that could be answered. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;
        private final int status;

        RefusedException(int status, @Nullable HttpException cause) {
            super(cause);
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    /**
     * Reads from a connection.
     *
     * @param limits how long a head may be and take
     */
    HeadReader(InputStream source, Limits limits, LongHeads longHeads) {
        input = new HeadInput(source, longHeads, limits.head());
        maxHeadBytes = limits.maxHeadBytes();
        ahead = new SessionInputBufferImpl(BUFFER_BYTES, maxHeadBytes);
        parser =
                new HeadParser(
                        Http1Config.custom()
                                .setMaxHeaderCount(MAX_HEADERS)
                                .setMaxLineLength(maxHeadBytes)
                                .build());
    }

    /** Returns what was read of the connection already. */
    SessionInputBufferImpl ahead() {
        return ahead;
    }

    /** Returns what the connection holds beside what was read ahead. */
    InputStream input() {
        return input;
    }

    /** Lets others have long heads once a request, and what is known of its head, is over. */
    void forget() {
        input.forget();
    }

    /** Tells whether bytes of the next request were read already. */
    boolean hasReadAhead() {
        return ahead.hasBufferedData();
    }

    /** Waits for the first bytes of a head; false if the connection ends instead. */
    boolean await() throws IOException {
        return hasReadAhead() || ahead.fillBuffer(input) >= 0;
    }

    /**
     * Reads a head.
     *
     * @throws RefusedException if it is too large or makes no sense
     * @throws EOFException if the connection ended before it did
     */
    ClassicHttpRequest read() throws IOException {
        input.begin(maxHeadBytes);
        try {
            return parser.parse(ahead, input);
        } catch (RequestHeaderFieldsTooLargeException e) {
            throw new RefusedException(HEAD_TOO_LARGE, e);
        } catch (HttpException e) {
            throw new RefusedException(BAD_REQUEST, e);
        } finally {
            input.left = HeadInput.UNLIMITED;
        }
    }

    /**
     * Returns how long the body behind a head is, negative if it comes in chunks.
     *
     * @throws RefusedException if that is in doubt
     */
    static long bodyLength(ClassicHttpRequest request) throws RefusedException {
        try {
            boolean isOld = isOld(request);
            if (!isOld && request.countHeaders("Host") != 1) {
                throw new ProtocolException("one Host is needed");
            }
            if (request.containsHeader("Transfer-Encoding")
                    && (isOld || request.containsHeader("Content-Length"))) {
                throw new ProtocolException("a body of two lengths");
            }
            Header announced = request.getFirstHeader("Content-Length");
            if (announced != null && !isNumber(announced.getValue())) {
                throw new ProtocolException("a length that is no number");
            }
            long length = DefaultContentLengthStrategy.INSTANCE.determineLength(request);
            return length == ContentLengthStrategy.UNDEFINED ? 0 : length;
        } catch (NotImplementedException e) {
            throw new RefusedException(NOT_IMPLEMENTED, e);
        } catch (HttpException e) {
            throw new RefusedException(BAD_REQUEST, e);
        }
    }

    /** Others that read the same connection might not take a sign for part of a number. */
    private static boolean isNumber(String text) {
        return text.chars().allMatch(each -> each >= '0' && each <= '9');
    }

    /** Tells whether a request is of HTTP/1.0 or before. */
    static boolean isOld(ClassicHttpRequest request) {
        return request.getVersion().lessEquals(HttpVersion.HTTP_1_0);
    }

    /** Tells whether a header that is a list has a token, in upper or lower case. */
    static boolean hasToken(ClassicHttpRequest request, String header, String token) {
        if (!request.containsHeader(header)) {
            return false;
        }
        boolean[] found = new boolean[1];
        MessageSupport.parseTokens(
                request, header, each -> found[0] |= each.equalsIgnoreCase(token));
        return found[0];
    }
}
