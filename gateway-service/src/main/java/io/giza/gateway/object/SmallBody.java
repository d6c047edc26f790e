package io.giza.gateway.object;

import io.giza.gateway.service.ObjectBody;
import io.giza.model.Bytes;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Map;

/** A body that is read once, so that a put can begin again. For one task at a time. */
final class SmallBody {
    private static final int CHUNK_BYTES = 16 << 10;

    private final Reading reading;
    private @Nullable Content content;

    private SmallBody(Reading reading) {
        this.reading = reading;
    }

    @FunctionalInterface
    private interface Reading {
        Content read() throws IOException;
    }

    /** A body that is held whole. */
    static SmallBody held(ObjectBody body) {
        return new SmallBody(
                () -> {
                    byte[] bytes = new byte[Math.toIntExact(body.length())];
                    readFully(body, bytes, bytes.length);
                    return new Content(Bytes.copyOf(bytes), bytes.length, body.finish());
                });
    }

    /** A body of any length, of which the digests are needed and no byte is held. */
    static SmallBody digested(ObjectBody body) {
        return new SmallBody(
                () -> {
                    long length = body.length();
                    byte[] chunk = new byte[(int) Math.min(length, CHUNK_BYTES)];
                    for (long read = 0; read < length; read += chunk.length) {
                        readFully(body, chunk, (int) Math.min(length - read, chunk.length));
                    }
                    return new Content(Bytes.EMPTY, length, body.finish());
                });
    }

    /** A body of which nothing is needed. */
    static SmallBody unread() {
        return new SmallBody(
                () -> new Content(Bytes.EMPTY, 0, new ObjectBody.Digests("", Map.of())));
    }

    private static void readFully(ObjectBody body, byte[] target, int length) throws IOException {
        BodyUpload.readFully(body, target, 0, length);
        body.digest(target, 0, length);
    }

    /**
     * What came, verified.
     *
     * @param bytes all of it, or nothing where it is not held
     * @param length how many bytes came
     */
    record Content(Bytes bytes, long length, ObjectBody.Digests digests) {}

    /**
     * Returns the body, which is read from the client the first time.
     *
     * @throws IOException if the client breaks off, or what came is not what was announced
     */
    Content read() throws IOException {
        if (content == null) {
            content = reading.read();
        }
        return content;
    }
}
