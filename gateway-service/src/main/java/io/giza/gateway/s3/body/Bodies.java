package io.giza.gateway.s3.body;

import io.giza.gateway.s3.auth.PayloadMode;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;

import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Opens the body of a request as its head describes it. */
public final class Bodies {
    private static final String DECODED_LENGTH = "x-amz-decoded-content-length";

    private Bodies() {}

    /**
     * Opens a body; nothing is read yet.
     *
     * @param limit the greatest length allowed, in bytes
     * @throws S3Exception if the length is missing or too great, or the announced digests are wrong
     */
    public static VerifiedBody open(
            Headers headers, PayloadMode mode, InputStream input, long limit) {
        return open(headers, mode, input, limit, Optional.empty());
    }

    /**
     * Opens a body that is to have a checksum, whether its client sends it or not.
     *
     * @param expectedChecksum the checksum
     * @throws S3Exception likewise, or if the client sends one of another algorithm, or none that
     *     it must send
     */
    public static VerifiedBody open(
            Headers headers,
            PayloadMode mode,
            InputStream input,
            long limit,
            Optional<DeclaredChecksums.ExpectedChecksum> expectedChecksum) {
        boolean chunked = mode instanceof PayloadMode.Chunked;
        if (isAwsChunked(headers) && !chunked) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Content-Encoding aws-chunked needs a streaming x-amz-content-sha256.");
        }
        long length = length(headers, chunked);
        if (length > limit) {
            throw new S3Exception(S3Error.ENTITY_TOO_LARGE)
                    .with("ProposedSize", Long.toString(length))
                    .with("MaxSizeAllowed", Long.toString(limit));
        }
        boolean trailer = mode instanceof PayloadMode.Chunked(var signatures, boolean t) && t;
        DeclaredChecksums declared =
                DeclaredChecksums.read(headers, trailer).withExpected(expectedChecksum);
        Framing framing =
                mode instanceof PayloadMode.Chunked framed
                        ? new AwsChunkedFraming(input, framed, length)
                        : new Framing.Plain(input);
        Optional<String> sha256 =
                mode instanceof PayloadMode.SignedDigest(String sha256Hex)
                        ? Optional.of(sha256Hex)
                        : Optional.empty();
        return new VerifiedBody(framing, input, length, declared, sha256);
    }

    /** Returns Content-Encoding as it is stored: without aws-chunked, empty if nothing is left. */
    public static String storedContentEncoding(String contentEncoding) {
        return String.join(
                ",",
                Arrays.stream(contentEncoding.split(",", -1))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty() && !name.equalsIgnoreCase("aws-chunked"))
                        .toList());
    }

    private static boolean isAwsChunked(Headers headers) {
        return headers.value("content-encoding")
                .map(value -> value.toLowerCase(Locale.ROOT).contains("aws-chunked"))
                .orElse(false);
    }

    private static long length(Headers headers, boolean chunked) {
        Optional<String> text = headers.value(DECODED_LENGTH);
        if (!chunked) {
            text = headers.value("content-length").or(() -> headers.value(DECODED_LENGTH));
        }
        String digits = text.orElseThrow(() -> new S3Exception(S3Error.MISSING_CONTENT_LENGTH));
        if (!digits.matches("\\d{1,18}")) {
            throw new S3Exception(S3Error.MISSING_CONTENT_LENGTH);
        }
        return Long.parseLong(digits);
    }
}
