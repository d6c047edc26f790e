package io.giza.gateway.s3.auth;

import io.giza.signature.CredentialScope;
import io.giza.signature.SigV4;

/**
 * The chain of signatures over the chunks of a body: each covers the one before it, so chunks can
 * be neither changed, nor reordered, nor left out. The first link is the request's own signature.
 */
public final class ChunkSignatures {
    private final byte[] signingKey;
    private final String timestamp;
    private final CredentialScope scope;
    private String previous;

    ChunkSignatures(byte[] signingKey, String timestamp, CredentialScope scope, String seed) {
        this.signingKey = signingKey;
        this.timestamp = timestamp;
        this.scope = scope;
        this.previous = seed;
    }

    /**
     * Verifies the next chunk.
     *
     * @param signature what the client sent, lower-case hexadecimal
     * @param sha256Hex the SHA-256 of the chunk's bytes
     */
    public boolean matchesNextChunk(String signature, String sha256Hex) {
        return next("AWS4-HMAC-SHA256-PAYLOAD", SigV4.EMPTY_SHA256 + "\n" + sha256Hex, signature);
    }

    /**
     * Verifies the trailer after the last chunk.
     *
     * @param signature what the client sent
     * @param canonicalTrailer its lines, {@code name:value\n} each
     */
    public boolean matchesTrailer(String signature, byte[] canonicalTrailer) {
        return next("AWS4-HMAC-SHA256-TRAILER", SigV4.sha256Hex(canonicalTrailer), signature);
    }

    private boolean next(String algorithm, String digests, String signature) {
        String expected =
                SigV4.hexHmac(
                        signingKey,
                        algorithm + "\n" + timestamp + "\n" + scope + "\n" + previous + "\n"
                                + digests);
        previous = expected;
        return SigV4.constantTimeEquals(expected, signature);
    }
}
