package io.giza.gateway.s3.body;

import io.giza.gateway.s3.auth.ChunkSignatures;
import io.giza.gateway.s3.auth.PayloadMode;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decodes aws-chunked: {@code size[;chunk-signature=hex]CRLF bytes CRLF}, a last chunk of size 0,
 * and trailing headers. Every signature is verified before the end of its chunk is reported.
 */
final class AwsChunkedFraming implements Framing {
    private static final int BUFFER_BYTES = 16 << 10;
    private static final int SMALLEST_SIGNED_CHUNK = 8 << 10;
    private static final Pattern CHUNK_HEADER =
            Pattern.compile("([0-9a-fA-F]{1,15})(?:;chunk-signature=([0-9a-f]{64}))?");

    private final InputStream input;
    private final Optional<ChunkSignatures> signatures;
    private final boolean expectsTrailer;
    private final MessageDigest chunkSha256 = ChecksumAlgorithm.digest("SHA-256");
    private long leftOfObject;
    private long leftOfChunk;
    private String chunkSignature = "";
    private boolean sawSmallChunk;
    private boolean ended;
    private Map<String, String> trailers = Map.of();

    /**
     * Starts decoding.
     *
     * @param length the number of bytes of the object
     */
    AwsChunkedFraming(InputStream input, PayloadMode.Chunked mode, long length) {
        this.input = new BufferedInputStream(input, BUFFER_BYTES);
        this.signatures = mode.signatures();
        this.expectsTrailer = mode.trailer();
        this.leftOfObject = length;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!ended && leftOfChunk == 0) {
            openChunk();
        }
        if (ended) {
            return -1;
        }
        int count = input.read(target, offset, (int) Math.min(length, leftOfChunk));
        if (count < 0) {
            throw ChunkLines.cutOff();
        }
        if (signatures.isPresent()) {
            chunkSha256.update(target, offset, count);
        }
        leftOfChunk -= count;
        leftOfObject -= count;
        if (leftOfChunk == 0) {
            requireLineEnd();
            verifyChunk();
        }
        return count;
    }

    @Override
    public Map<String, String> trailers() {
        return trailers;
    }

    private void openChunk() throws IOException {
        Matcher header =
                CHUNK_HEADER.matcher(ChunkLines.read(input, ChunkLines.MAX_LINE_BYTES).orElse(""));
        if (!header.matches() || (signatures.isPresent() && header.group(2) == null)) {
            throw ChunkLines.cutOff();
        }
        leftOfChunk = HexFormat.fromHexDigitsToLong(header.group(1));
        chunkSignature = header.group(2) == null ? "" : header.group(2);
        if (leftOfChunk > leftOfObject) {
            throw new S3Exception(S3Error.INCOMPLETE_BODY);
        }
        if (leftOfChunk == 0) {
            verifyChunk();
            trailers =
                    ChunkLines.readTrailers(
                            input, expectsTrailer, expectsTrailer ? signatures : Optional.empty());
            requireAllowed(trailers);
            requireEnd();
            ended = true;
        } else {
            limitSmallChunks();
        }
    }

    /** Without this rule a client could have every byte cost two rounds of SHA-256. */
    private void limitSmallChunks() {
        if (sawSmallChunk) {
            throw new S3Exception(S3Error.INVALID_CHUNK_SIZE);
        }
        sawSmallChunk = signatures.isPresent() && leftOfChunk < SMALLEST_SIGNED_CHUNK;
    }

    private void verifyChunk() {
        if (signatures.isPresent()) {
            String sha256Hex = HexFormat.of().formatHex(chunkSha256.digest());
            if (!signatures.get().matchesNextChunk(chunkSignature, sha256Hex)) {
                throw new S3Exception(S3Error.SIGNATURE_DOES_NOT_MATCH);
            }
        }
    }

    private void requireAllowed(Map<String, String> found) {
        if (!expectsTrailer && !found.isEmpty()) {
            throw new S3Exception(S3Error.MALFORMED_TRAILER);
        }
    }

    /** Bytes that no signature covers are nobody's; some clients send one empty line more. */
    private void requireEnd() throws IOException {
        byte[] more = input.readNBytes(3);
        if (more.length > 2 || !new String(more, StandardCharsets.ISO_8859_1).isBlank()) {
            throw new S3Exception(
                    S3Error.INCOMPLETE_BODY, "The request body goes on after its last chunk");
        }
    }

    private void requireLineEnd() throws IOException {
        if (!ChunkLines.read(input, 2).equals(Optional.of(""))) {
            throw ChunkLines.cutOff();
        }
    }
}
