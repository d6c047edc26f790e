package io.giza.model;

import io.giza.encryption.SegmentLayout;

/**
 * How an object's bytes are encrypted: each put has a data key of its own, which is stored wrapped
 * by another key. The parts of an upload have that of the upload.
 *
 * @param kind whose key wraps the data key
 * @param keyId the name of the wrapping key as clients know it; empty but for {@link Kind#NAMED}
 * @param keyVersion which version of the wrapping key it is, in the terms of who keeps it
 * @param wrappedKey the data key as it is stored
 * @param context what the client wants bound to a named key's use, as canonical text; may be empty
 * @param bucketKey whether the client, or its bucket, asked for a bucket key
 */
public record Encryption(
        Kind kind,
        String keyId,
        String keyVersion,
        Bytes wrappedKey,
        String context,
        boolean bucketKey) {
    /** Whose key wraps data keys. */
    public enum Kind {
        /** The cluster's own (SSE-S3). */
        MANAGED,
        /** One that the client sends with each request (SSE-C). */
        CUSTOMER,
        /** A named one of a key management service (SSE-KMS). */
        NAMED
    }

    /**
     * How a bucket encrypts what is put into it by clients that do not say how.
     *
     * @param kind whose key wraps data keys; never a client's
     * @param keyId the name of the wrapping key; empty but for {@link Kind#NAMED}, and there for
     *     the default key
     * @param bucketKey whether its objects have a bucket key
     */
    public record Default(Kind kind, String keyId, boolean bucketKey) {
        public Default {
            if (kind == Kind.CUSTOMER) {
                throw new IllegalArgumentException("a bucket has no key of a client");
            }
        }
    }

    public Encryption {
        if (wrappedKey.size() == 0) {
            throw new IllegalArgumentException("an encrypted object has a data key");
        }
    }

    /** Returns how many bytes are stored of an object of {@code size} bytes. */
    public static long storedBytes(long size) {
        return new SegmentLayout(size).storedBytes();
    }
}
