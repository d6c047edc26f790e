package io.giza.gateway.encryption;

import io.giza.model.Encryption;

import java.util.Optional;

/**
 * How its object is encrypted, as a request says it that cannot choose any more: a part, or the
 * completion of an upload.
 *
 * @param kind whose key it is, if that is said
 * @param keyId which named key it is, if that is said
 */
public record StatedEncryption(Optional<Encryption.Kind> kind, Optional<String> keyId) {
    /** Nothing is said. */
    public static final StatedEncryption NOTHING =
            new StatedEncryption(Optional.empty(), Optional.empty());

    /** Tells whether an upload is encrypted so. */
    public boolean isOf(Optional<Encryption> upload) {
        return (kind.isEmpty() || kind.equals(upload.map(Encryption::kind)))
                && (keyId.isEmpty() || keyId.equals(upload.map(Encryption::keyId)));
    }
}
