package io.giza.http;

import io.giza.http.socket.ByteSocket;

import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One connection to a service, for one call at a time. Whoever calls reads and writes by itself, on
 * its virtual thread: no other thread has to be woken on the way.
 */
final class ServiceConnection {
    /** Of an answer that is hostile: its head takes no more memory than this allows. */
    private static final Http1Config LIMITS =
            Http1Config.custom().setMaxHeaderCount(64).setMaxLineLength(16 << 10).build();

    private static final int FIRST_FINAL_STATUS = 200;

    /**
     * What is offered to the socket at a time: each time it takes only a part, the JDK has copied
     * all of what it was offered for nothing.
     */
    private static final int PIECE_BYTES = 128 << 10;

    private static final byte[] CRLF = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Destination destination;
    private final SocketChannel channel;
    private final ByteSocket socket;
    private final DefaultBHttpClientConnection http = new DefaultBHttpClientConnection(LIMITS);

    /** When the step that is under way must be over, in nanoseconds; 0 if none is. */
    private volatile long stepEnd;

    private volatile boolean hasExpired;
    private long idleSince;

    /** Where a service listens. */
    record Destination(boolean isSecure, String host, int port) {}

    private ServiceConnection(
            Destination destination, SocketChannel channel, @Nullable SSLSocket tls)
            throws IOException {
        this.destination = destination;
        this.channel = channel;
        this.socket = new ByteSocket(channel, tls);
        if (tls == null) {
            http.bind(channel.socket());
        } else {
            http.bind(tls, channel.socket());
        }
    }

    /**
     * Connects to the first address of a service that lets itself be connected to.
     *
     * @param timeout for each address, and for the handshake
     */
    static ServiceConnection open(
            Destination destination, @Nullable SSLSocketFactory factory, Duration timeout)
            throws IOException {
        IOException failure = new IOException(destination.host() + " has no address");
        for (InetAddress address : InetAddress.getAllByName(destination.host())) {
            try {
                return open(destination, address, factory, timeout);
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure;
    }

    private static ServiceConnection open(
            Destination destination,
            InetAddress address,
            @Nullable SSLSocketFactory factory,
            Duration timeout)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            Socket socket = channel.socket();
            socket.setTcpNoDelay(true);
            int millis = Math.toIntExact(timeout.toMillis());
            socket.connect(new InetSocketAddress(address, destination.port()), millis);
            return new ServiceConnection(
                    destination,
                    channel,
                    factory == null ? null : handshake(factory, socket, destination, millis));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static SSLSocket handshake(
            SSLSocketFactory factory, Socket socket, Destination destination, int millis)
            throws IOException {
        SSLSocket tls =
                (SSLSocket)
                        factory.createSocket(socket, destination.host(), destination.port(), true);
        var parameters = tls.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        tls.setSSLParameters(parameters);
        tls.setSoTimeout(millis);
        tls.startHandshake();
        return tls;
    }

    Destination destination() {
        return destination;
    }

    /** Sends a request whole, or its head if it has no body here. */
    void send(ClassicHttpRequest request, Duration timeout) throws IOException {
        step(
                timeout,
                () -> {
                    http.sendRequestHeader(request);
                    http.sendRequestEntity(request);
                    http.flush();
                    return true;
                });
    }

    /** Sends some of a chunked body. */
    void sendChunk(ByteBuffer bytes, Duration timeout) throws IOException {
        step(
                timeout,
                () -> {
                    while (bytes.hasRemaining()) {
                        int length = Math.min(bytes.remaining(), PIECE_BYTES);
                        ByteBuffer piece = bytes.slice(bytes.position(), length);
                        String size = Integer.toHexString(length) + "\r\n";
                        socket.write(
                                ByteBuffer.wrap(size.getBytes(StandardCharsets.US_ASCII)),
                                piece,
                                ByteBuffer.wrap(CRLF));
                        bytes.position(bytes.position() + length);
                    }
                    return true;
                });
    }

    /** Ends a chunked body. */
    void sendLastChunk(Duration timeout) throws IOException {
        step(
                timeout,
                () -> {
                    socket.write(ByteBuffer.wrap(LAST_CHUNK));
                    return true;
                });
    }

    /** Reads what lies in the socket; nothing of it may have been read ahead. */
    int read(ByteBuffer target, Duration timeout) throws IOException {
        return step(timeout, () -> socket.read(target));
    }

    /** Tells whether something came though nothing was to come yet. */
    boolean hasInput() throws IOException {
        return socket.input().available() > 0;
    }

    /** Waits for the head of the answer; its body is read from the entity. */
    ClassicHttpResponse receive(String method, Duration timeout) throws IOException {
        return step(
                timeout,
                () -> {
                    ClassicHttpResponse response = http.receiveResponseHeader();
                    while (response.getCode() < FIRST_FINAL_STATUS) {
                        response = http.receiveResponseHeader();
                    }
                    if (MessageSupport.canResponseHaveBody(method, response)) {
                        http.receiveResponseEntity(response);
                    }
                    return response;
                });
    }

    /** A part of a call. */
    interface Step<T> {
        T run() throws HttpException, IOException;
    }

    /**
     * Takes a step, which fails if it takes longer than it may.
     *
     * @throws SocketTimeoutException if it did
     */
    <T> T step(Duration timeout, Step<T> step) throws IOException {
        http.setSocketTimeout(Timeout.ofMilliseconds(Math.max(1, timeout.toMillis())));
        stepEnd = System.nanoTime() + timeout.toNanos() | 1;
        try {
            return step.run();
        } catch (HttpException e) {
            throw new IOException("it does not speak HTTP: " + e.getMessage(), e);
        } catch (IOException e) {
            if (hasExpired) {
                var late = new SocketTimeoutException("took longer than " + timeout);
                late.initCause(e);
                throw late;
            }
            throw e;
        } finally {
            stepEnd = 0;
        }
    }

    /** Ends the connection if its step should be over; asked now and then by another thread. */
    void closeIfLate(long now) {
        long end = stepEnd;
        if (end != 0 && now - end > 0) {
            hasExpired = true;
            close();
        }
    }

    /** Notes that no call has it now. */
    void rest(long now) {
        idleSince = now;
    }

    Duration idle(long now) {
        return Duration.ofNanos(now - idleSince);
    }

    /**
     * Tells whether the other side has closed it meanwhile, or said what nobody asked for. Asked
     * before it is used again: a service that was restarted answers no call on an old connection.
     */
    boolean isUnusable() {
        try {
            channel.configureBlocking(false);
            int read = channel.read(ByteBuffer.allocate(1));
            channel.configureBlocking(true);
            return read != 0;
        } catch (IOException e) {
            return true;
        }
    }

    /** Ends it at once, whatever is under way. */
    void close() {
        http.close(CloseMode.IMMEDIATE);
    }
}
