package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;

import java.util.Optional;
import java.util.regex.Pattern;

/** What the head of a request says of its body. */
final class PayloadModes {
    static final String UNSIGNED = "UNSIGNED-PAYLOAD";

    private static final String UNSIGNED_TRAILER = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
    private static final Pattern HEX_64 = Pattern.compile("[0-9a-f]{64}");

    private PayloadModes() {}

    /**
     * Reads the head of a request that nobody signed.
     *
     * @throws S3Exception InvalidRequest for chunks that must be signed
     */
    static PayloadMode ofUnsigned(Headers headers) {
        String declared = headers.value("x-amz-content-sha256").orElse(UNSIGNED);
        return switch (declared) {
            case UNSIGNED -> new PayloadMode.Unsigned();
            case UNSIGNED_TRAILER -> new PayloadMode.Chunked(Optional.empty(), true);
            default -> {
                if (declared.startsWith("STREAMING-")) {
                    throw new S3Exception(
                            S3Error.INVALID_REQUEST,
                            "Anonymous requests don't support this x-amz-content-sha256 value."
                                    + " Please use UNSIGNED-PAYLOAD or"
                                    + " STREAMING-UNSIGNED-PAYLOAD-TRAILER.");
                }
                // No body has a digest that is none, which is how S3 refuses it.
                yield new PayloadMode.SignedDigest(declared);
            }
        };
    }

    /** Reads what a signature covers. */
    static PayloadMode of(SignatureClaim claim, byte[] signingKey) {
        return switch (claim.payloadHash()) {
            case UNSIGNED -> new PayloadMode.Unsigned();
            case UNSIGNED_TRAILER -> new PayloadMode.Chunked(Optional.empty(), true);
            case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" ->
                    new PayloadMode.Chunked(Optional.of(chain(claim, signingKey)), false);
            case "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER" ->
                    new PayloadMode.Chunked(Optional.of(chain(claim, signingKey)), true);
            default -> signedDigest(claim.payloadHash());
        };
    }

    static PayloadMode signedDigest(String hash) {
        if (HEX_64.matcher(hash).matches()) {
            return new PayloadMode.SignedDigest(hash);
        }
        if (hash.startsWith("STREAMING-")) {
            throw Refusal.header("x-amz-content-sha256");
        }
        throw new S3Exception(
                        S3Error.INVALID_ARGUMENT,
                        "x-amz-content-sha256 must be UNSIGNED-PAYLOAD,"
                                + " STREAMING-UNSIGNED-PAYLOAD-TRAILER,"
                                + " STREAMING-AWS4-HMAC-SHA256-PAYLOAD,"
                                + " STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER,"
                                + " STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD,"
                                + " STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD-TRAILER or a valid"
                                + " sha256 value.")
                .with("ArgumentName", "x-amz-content-sha256")
                .with("ArgumentValue", hash);
    }

    private static ChunkSignatures chain(SignatureClaim claim, byte[] signingKey) {
        return new ChunkSignatures(signingKey, claim.timestamp(), claim.scope(), claim.signature());
    }
}
