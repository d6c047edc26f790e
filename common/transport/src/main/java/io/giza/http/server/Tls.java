package io.giza.http.server;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/**
 * How TLS is spoken by a server.
 *
 * @param context its certificate, and whom it trusts, asked for each connection: both are renewed
 * @param clients what callers have to show
 */
public record Tls(Supplier<SSLContext> context, ClientCertificate clients) {
    /** What the first record of a handshake begins with (RFC 8446, section 5.1). */
    private static final int HANDSHAKE = 22;

    private static final int MAX_PLAIN_BYTES = 16 << 10;

    private static final String REFUSAL = "this port speaks TLS: use https\n";

    /** Whether callers show a certificate. */
    public enum ClientCertificate {
        /** They are not asked. */
        NONE,
        /** They are asked. */
        WANTED,
        /** Who shows none is not served. */
        NEEDED
    }

    /**
     * Shakes hands over a socket that was accepted.
     *
     * @throws SSLException if the caller speaks no TLS, which it is told, or none that is accepted
     */
    SSLSocket over(Socket socket) throws IOException {
        int first = socket.getInputStream().read();
        if (first < 0) {
            throw new EOFException("nothing came");
        }
        if (first != HANDSHAKE) {
            refuse(socket);
            throw new SSLException("a caller speaks no TLS");
        }
        var consumed = new ByteArrayInputStream(new byte[] {HANDSHAKE});
        SSLSocket secure =
                (SSLSocket) context.get().getSocketFactory().createSocket(socket, consumed, true);
        switch (clients) {
            case NONE -> {}
            case WANTED -> secure.setWantClientAuth(true);
            case NEEDED -> secure.setNeedClientAuth(true);
        }
        secure.startHandshake();
        return secure;
    }

    private static void refuse(Socket socket) throws IOException {
        String answer =
                "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n"
                        + "Content-Length: "
                        + REFUSAL.length()
                        + "\r\n\r\n"
                        + REFUSAL;
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        socket.shutdownOutput();
        // Closed with bytes unread, the caller might lose the answer.
        socket.getInputStream().read(new byte[MAX_PLAIN_BYTES]);
    }
}
