package io.giza.model;

import java.nio.charset.StandardCharsets;

/**
 * Text as UTF-8 without loss. Java encodes half a surrogate pair as {@code ?}, which would make two
 * names one; here it is refused.
 */
public final class Utf8 {
    private Utf8() {}

    /**
     * Returns the bytes of {@code text}.
     *
     * @param what what it is, for the message
     * @throws IllegalArgumentException if it has half a surrogate pair
     */
    public static byte[] bytes(String what, String text) {
        if (text.codePoints().anyMatch(point -> point >= 0xD800 && point <= 0xDFFF)) {
            throw new IllegalArgumentException(what + " has half a surrogate pair");
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
