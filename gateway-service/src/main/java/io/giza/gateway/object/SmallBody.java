package io.giza.gateway.object;

import io.giza.gateway.service.ObjectBody;
import io.giza.model.Bytes;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/** A body that is held whole, so that a put can begin again. For one task at a time. */
final class SmallBody {
    private final ObjectBody body;
    private @Nullable Content content;

    SmallBody(ObjectBody body) {
        this.body = body;
    }

    /** What came, verified. */
    record Content(Bytes bytes, ObjectBody.Digests digests) {}

    /**
     * Returns the body, which is read from the client the first time.
     *
     * @throws IOException if the client breaks off, or what came is not what was announced
     */
    Content read() throws IOException {
        if (content == null) {
            byte[] bytes = new byte[Math.toIntExact(body.length())];
            BodyUpload.readFully(body, bytes, 0, bytes.length);
            body.digest(bytes, 0, bytes.length);
            content = new Content(Bytes.copyOf(bytes), body.finish());
        }
        return content;
    }
}
