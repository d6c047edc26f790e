package io.giza.http.server;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** A caller that says what a test wants, byte by byte, whether or not it is HTTP. */
final class RawCaller implements AutoCloseable {
    /** So that a test that fails does not hang. */
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream input;

    /** What a server answered. */
    record Answer(int status, Map<String, String> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    RawCaller(ServiceServer server) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), server.port()));
    }

    RawCaller(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(PATIENCE_MILLIS);
        input = socket.getInputStream();
    }

    RawCaller send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawCaller send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Says that nothing more comes. */
    RawCaller end() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Reads an answer, whose body is as long as its head says. */
    Answer receive() throws IOException {
        return receive(true);
    }

    /** Reads an answer to HEAD. */
    Answer receiveHead() throws IOException {
        return receive(false);
    }

    private Answer receive(boolean hasBody) throws IOException {
        int status = Integer.parseInt(line().split(" ", -1)[1]);
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        boolean isChunked = hasBody && headers.containsKey("Transfer-Encoding");
        int length = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
        String body = isChunked ? chunks() : text(hasBody ? length : 0);
        return new Answer(status, headers, body);
    }

    private String chunks() throws IOException {
        StringBuilder body = new StringBuilder();
        int size = Integer.parseInt(line(), 16);
        while (size > 0) {
            body.append(text(size));
            line();
            size = Integer.parseInt(line(), 16);
        }
        line();
        return body.toString();
    }

    private String text(int length) throws IOException {
        byte[] bytes = input.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("only " + bytes.length + " bytes of " + length);
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new EOFException("the server ended the connection");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).strip();
    }

    /** Waits until the server has ended the connection, and returns what it said before. */
    String awaitEnd() throws IOException {
        return new String(input.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
