package io.giza.gateway.s3.request;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.signature.PercentEncoding;

import org.springframework.web.util.UriUtils;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The percent-encoding of URIs as AWS signs it: everything but unreserved characters, in UTF-8. */
public final class PercentCoding {
    private PercentCoding() {}

    /** Encodes a text, slashes too. */
    public static String encode(String text) {
        return PercentEncoding.encode(text);
    }

    /** Encodes a path, keeping its slashes. */
    public static String encodePath(String path) {
        return PercentEncoding.encodePath(path);
    }

    /**
     * Decodes a path, in which a plus is a plus.
     *
     * @throws S3Exception InvalidURI if an escape is broken or the bytes are not UTF-8
     */
    public static String decodePath(String encoded) {
        try {
            // Whoever sends characters beyond ASCII sends them raw, one byte per char here. Escapes
            // become such chars first, because Spring replaces what is not UTF-8 and never refuses.
            String bytes = UriUtils.decode(encoded, StandardCharsets.ISO_8859_1);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(StandardCharsets.ISO_8859_1.newEncoder().encode(CharBuffer.wrap(bytes)))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw new S3Exception(S3Error.INVALID_URI);
        }
    }

    /**
     * Decodes a part of a query, in which a plus is a space.
     *
     * @throws S3Exception InvalidURI if an escape is broken or the bytes are not UTF-8
     */
    public static String decodeQuery(String encoded) {
        return decodePath(encoded.replace('+', ' '));
    }
}
