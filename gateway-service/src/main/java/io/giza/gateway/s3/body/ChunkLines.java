package io.giza.gateway.s3.body;

import io.giza.gateway.s3.auth.ChunkSignatures;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The lines between and after chunks, bounded in length and number. */
final class ChunkLines {
    static final int MAX_LINE_BYTES = 1024;
    private static final int MAX_TRAILER_LINES = 16;
    private static final String SIGNATURE = "x-amz-trailer-signature";

    private ChunkLines() {}

    /**
     * Reads a line up to its carriage return and line feed.
     *
     * @return the line, or empty where the input ended before it began
     * @throws S3Exception IncompleteBody if the input ends within it, or it is too long
     */
    static Optional<String> read(InputStream input, int maxBytes) throws IOException {
        Optional<String> line = readAnyEnd(input, maxBytes);
        if (line.isPresent() && !line.get().endsWith("\r")) {
            throw cutOff();
        }
        return line.map(text -> text.substring(0, text.length() - 1));
    }

    /** Reads up to a line feed, which some clients send alone between trailers. */
    private static Optional<String> readAnyEnd(InputStream input, int maxBytes) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = input.read(); c != '\n'; c = input.read()) {
            if (c < 0 && line.isEmpty()) {
                return Optional.empty();
            }
            if (c < 0 || line.length() >= maxBytes) {
                throw cutOff();
            }
            line.append((char) c);
        }
        return Optional.of(line.toString());
    }

    /** Returns the error of a body whose framing is broken or ends before its time. */
    static S3Exception cutOff() {
        return new S3Exception(S3Error.INCOMPLETE_BODY, "The request body terminated unexpectedly");
    }

    /**
     * Reads the trailing headers, and verifies their signature where there must be one.
     *
     * @param announced whether there must be an end of them, an empty line
     * @param signatures the chain that the trailer continues, empty where it is not signed
     */
    static Map<String, String> readTrailers(
            InputStream input, boolean announced, Optional<ChunkSignatures> signatures)
            throws IOException {
        Map<String, String> trailers = new LinkedHashMap<>();
        StringBuilder canonical = new StringBuilder();
        Optional<String> signature = Optional.empty();
        for (int count = 0; count < MAX_TRAILER_LINES; count++) {
            Optional<String> line = readAnyEnd(input, MAX_LINE_BYTES).map(String::stripTrailing);
            if (line.isEmpty() && announced) {
                throw cutOff();
            }
            boolean complete = signatures.isEmpty() || signature.isPresent();
            if (line.isEmpty() || (line.get().isEmpty() && complete)) {
                verify(signatures, signature, canonical);
                return trailers;
            }
            if (line.get().isEmpty()) {
                // Some clients send an empty line before the trailer's signature.
                continue;
            }
            int colon = line.get().indexOf(':');
            if (colon < 1) {
                throw malformed();
            }
            String name = line.get().substring(0, colon).strip().toLowerCase(Locale.ROOT);
            String value = line.get().substring(colon + 1).strip();
            if (name.equals(SIGNATURE)) {
                signature = Optional.of(value);
            } else if (signature.isPresent() || trailers.put(name, value) != null) {
                throw malformed();
            } else {
                canonical.append(name).append(':').append(value).append('\n');
            }
        }
        throw malformed();
    }

    private static void verify(
            Optional<ChunkSignatures> signatures,
            Optional<String> signature,
            StringBuilder canonical) {
        if (signatures.isEmpty()) {
            return;
        }
        byte[] signed = canonical.toString().getBytes(StandardCharsets.ISO_8859_1);
        if (signature.isEmpty()) {
            throw malformed();
        }
        if (!signatures.get().matchesTrailer(signature.get(), signed)) {
            throw new S3Exception(S3Error.SIGNATURE_DOES_NOT_MATCH);
        }
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_TRAILER);
    }
}
