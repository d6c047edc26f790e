package io.giza.http.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A caller that says byte by byte what it wants. */
final class RawCaller implements AutoCloseable {
    /** Longer than any answer takes; a test that waits so long has failed. */
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;

    RawCaller(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    RawCaller say(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    RawCaller endOutput() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Returns all that comes until the server ends the connection. */
    String rest() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** Returns what comes up to and with a text. */
    String until(String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end) < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new IOException("ended after: " + text);
            }
            text.append((char) next);
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
