package io.giza.gateway.s3.auth;

import java.util.Optional;

/** What a request's signature says of its body. */
public sealed interface PayloadMode {
    /** The body is not covered by the signature. */
    record Unsigned() implements PayloadMode {}

    /**
     * The body's digest is signed.
     *
     * @param sha256Hex the SHA-256 of the body, lower-case
     */
    record SignedDigest(String sha256Hex) implements PayloadMode {}

    /**
     * The body is framed as aws-chunked.
     *
     * @param signatures verifies the chunks, where they are signed
     * @param trailer whether headers follow the last chunk
     */
    record Chunked(Optional<ChunkSignatures> signatures, boolean trailer) implements PayloadMode {}
}
