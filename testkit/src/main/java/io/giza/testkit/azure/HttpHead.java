package io.giza.testkit.azure;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The head of an HTTP/1.1 message, and how its body is framed.
 *
 * @param bytes as it was received, with the empty line
 * @param first the words of the first line
 * @param headers by their names in lower case
 */
record HttpHead(byte[] bytes, String[] first, Map<String, List<String>> headers) {
    private static final int MAX_BYTES = 64 << 10;
    private static final int UNTIL_END = -1;

    /** Reads a head; null if the connection ends before it. */
    static @Nullable HttpHead read(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<String> lines = new ArrayList<>();
        for (String line = line(in, bytes); line != null && !line.isEmpty(); ) {
            lines.add(line);
            line = line(in, bytes);
        }
        if (lines.isEmpty()) {
            return null;
        }
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            headers.computeIfAbsent(
                            line.substring(0, Math.max(0, colon)).toLowerCase(Locale.ROOT),
                            _ -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return new HttpHead(bytes.toByteArray(), lines.getFirst().split(" ", 3), headers);
    }

    private static @Nullable String line(InputStream in, ByteArrayOutputStream copy)
            throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || copy.size() > MAX_BYTES) {
                return null;
            }
            copy.write(next);
            line.write(next);
        }
        copy.write('\n');
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    HttpCall call() {
        return new HttpCall(first[0], first[1], headers);
    }

    /** Returns the status of a response. */
    int status() {
        return Integer.parseInt(first[1]);
    }

    boolean has(String name, String value) {
        return headers.getOrDefault(name, List.of()).stream()
                .anyMatch(given -> given.equalsIgnoreCase(value));
    }

    /** Copies the body of this request from one connection to the other. */
    void copyRequestBody(InputStream in, OutputStream out) throws IOException {
        copyBody(in, out, headers.containsKey("content-length") ? contentLength() : 0);
    }

    /**
     * Copies the body of this response.
     *
     * @param method the method of its request
     * @return whether the connection can be used again
     */
    boolean copyResponseBody(String method, InputStream in, OutputStream out) throws IOException {
        if (method.equals("HEAD") || status() == 204 || status() == 304) {
            return true;
        }
        long length = headers.containsKey("content-length") ? contentLength() : UNTIL_END;
        copyBody(in, out, length);
        return length != UNTIL_END || isChunked();
    }

    private boolean isChunked() {
        return has("transfer-encoding", "chunked");
    }

    private long contentLength() {
        return Long.parseLong(headers.getOrDefault("content-length", List.of("0")).getFirst());
    }

    private void copyBody(InputStream in, OutputStream out, long length) throws IOException {
        if (isChunked()) {
            copyChunks(in, out);
        } else if (length == UNTIL_END) {
            in.transferTo(out);
        } else {
            copy(in, out, length);
        }
        out.flush();
    }

    private static void copyChunks(InputStream in, OutputStream out) throws IOException {
        for (long size = 1; size > 0; ) {
            ByteArrayOutputStream copy = new ByteArrayOutputStream();
            String line = line(in, copy);
            if (line == null) {
                throw new EOFException("a body ended within its chunks");
            }
            size = Long.parseLong(line.split(";", 2)[0].strip(), 16);
            copy.writeTo(out);
            copy(in, out, size + 2);
        }
    }

    private static void copy(InputStream in, OutputStream out, long length) throws IOException {
        byte[] buffer = new byte[16 << 10];
        for (long left = length; left > 0; ) {
            int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (count < 0) {
                throw new EOFException("a body ended " + left + " bytes too early");
            }
            out.write(buffer, 0, count);
            left -= count;
        }
    }
}
