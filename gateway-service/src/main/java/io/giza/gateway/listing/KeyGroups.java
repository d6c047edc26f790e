package io.giza.gateway.listing;

import java.util.Optional;

/** The groups that a delimiter makes of keys, and where a scan goes on behind one. */
public final class KeyGroups {
    private KeyGroups() {}

    /** Returns the group that a key belongs to: itself up to the delimiter after the prefix. */
    public static Optional<String> groupOf(String name, String prefix, String delimiter) {
        if (delimiter.isEmpty() || !name.startsWith(prefix)) {
            return Optional.empty();
        }
        int at = name.indexOf(delimiter, prefix.length());
        return at < 0 ? Optional.empty() : Optional.of(name.substring(0, at + delimiter.length()));
    }

    /**
     * Returns the least string above all that begin with {@code prefix}: its last code point goes
     * up by one. Empty if none is: all its code points are the last one.
     */
    public static Optional<String> firstAfterPrefix(String prefix) {
        int end = prefix.length();
        while (end > 0) {
            int codePoint = prefix.codePointBefore(end);
            int start = end - Character.charCount(codePoint);
            if (codePoint < Character.MAX_CODE_POINT) {
                int next = codePoint + 1 == Character.MIN_SURROGATE ? 0xE000 : codePoint + 1;
                return Optional.of(
                        new StringBuilder(prefix.substring(0, start))
                                .appendCodePoint(next)
                                .toString());
            }
            end = start;
        }
        return Optional.empty();
    }
}
