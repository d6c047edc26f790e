package io.giza.gateway.s3.request;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The percent-encoding of URIs as AWS signs it: everything but unreserved characters, in UTF-8. */
public final class PercentCoding {
    private static final String UNRESERVED = "-._~";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private PercentCoding() {}

    /** Encodes a text, slashes too. */
    public static String encode(String text) {
        return encode(text, UNRESERVED);
    }

    /** Encodes a path, keeping its slashes. */
    public static String encodePath(String path) {
        return encode(path, UNRESERVED + "/");
    }

    /**
     * Decodes a path, in which a plus is a plus.
     *
     * @throws S3Exception InvalidURI if an escape is broken or the bytes are not UTF-8
     */
    public static String decodePath(String encoded) {
        return decode(encoded, false);
    }

    /**
     * Decodes a part of a query, in which a plus is a space.
     *
     * @throws S3Exception InvalidURI if an escape is broken or the bytes are not UTF-8
     */
    public static String decodeQuery(String encoded) {
        return decode(encoded, true);
    }

    private static String encode(String text, String kept) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        StringBuilder out = new StringBuilder(utf8.length + 16);
        for (byte b : utf8) {
            char c = (char) (b & 0xff);
            if ((c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || kept.indexOf(c) >= 0) {
                out.append(c);
            } else {
                out.append('%').append(HEX.toHexDigits(b));
            }
        }
        return out.toString();
    }

    private static String decode(String encoded, boolean plusIsSpace) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
        int at = 0;
        while (at < encoded.length()) {
            char c = encoded.charAt(at);
            if (c == '%') {
                bytes.write(escape(encoded, at + 1));
                at += 3;
            } else {
                // Whoever sends characters beyond ASCII sends them raw, one byte per char here.
                bytes.write(plusIsSpace && c == '+' ? ' ' : c);
                at++;
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new S3Exception(S3Error.INVALID_URI);
        }
    }

    private static int escape(String encoded, int at) {
        if (at + 2 > encoded.length()
                || !HexFormat.isHexDigit(encoded.charAt(at))
                || !HexFormat.isHexDigit(encoded.charAt(at + 1))) {
            throw new S3Exception(S3Error.INVALID_URI);
        }
        return HexFormat.fromHexDigits(encoded, at, at + 2);
    }
}
