package io.giza.gateway.encryption;

import io.giza.model.ObjectKey;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What a wrapped data key is bound to, as associated data. */
final class KeyContext {
    private KeyContext() {}

    /**
     * Binds a key to an object.
     *
     * @param context what the client wants bound too; may be empty
     */
    static byte[] of(ObjectKey object, String context) {
        byte[] name =
                StreamIdentity.digest("SHA-256", object.name().getBytes(StandardCharsets.UTF_8));
        byte[] own = context.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(16 + name.length + own.length)
                .putLong(object.bucket().value().getMostSignificantBits())
                .putLong(object.bucket().value().getLeastSignificantBits())
                .put(name)
                .put(own)
                .array();
    }
}
