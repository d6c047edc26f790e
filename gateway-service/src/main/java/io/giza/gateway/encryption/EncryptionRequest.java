package io.giza.gateway.encryption;

import io.giza.model.Encryption;
import io.giza.model.ObjectKey;

import java.util.Optional;

/** How a client wants an object encrypted. */
public sealed interface EncryptionRequest {
    /** As its bucket says. */
    EncryptionRequest BY_BUCKET = new ByBucket();

    /** Not at all, since nothing is stored. */
    EncryptionRequest NONE = new None();

    /** As its bucket says. */
    record ByBucket() implements EncryptionRequest {}

    /** Not at all. */
    record None() implements EncryptionRequest {}

    /** What can be wrapped for. */
    sealed interface Explicit extends EncryptionRequest {}

    /** With a key of the cluster (SSE-S3). */
    record Managed(boolean bucketKey) implements Explicit {}

    /**
     * With a named key (SSE-KMS).
     *
     * @param keyId the key's name, empty for the default key
     * @param context what is bound to the key's use, as canonical text; may be empty
     */
    record Named(String keyId, String context, boolean bucketKey) implements Explicit {}

    /** With a key of the client (SSE-C). */
    record Customer(CustomerKey key) implements Explicit {}

    /**
     * As the upload that a part is of.
     *
     * @param encryption how the upload is encrypted
     * @param object the object that it becomes
     * @param key what the client sent
     */
    record OfUpload(Encryption encryption, ObjectKey object, Optional<CustomerKey> key)
            implements EncryptionRequest {}

    /** Returns what a bucket's default asks for. */
    static Explicit of(Encryption.Default encryption) {
        return switch (encryption.kind()) {
            case MANAGED -> new Managed(encryption.bucketKey());
            case NAMED -> new Named(encryption.keyId(), "", encryption.bucketKey());
            case CUSTOMER -> throw new IllegalArgumentException("no default: " + encryption);
        };
    }
}
