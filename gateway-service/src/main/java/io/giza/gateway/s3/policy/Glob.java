package io.giza.gateway.s3.policy;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A pattern in which an asterisk stands for any text and a question mark for any character.
 *
 * <p>Matching remembers only the last asterisk: what stands before it was matched as early as
 * possible, and matching it later gains nothing. So it takes at most as many steps as a quarter of
 * the square of the text's length, whatever the pattern.
 */
public final class Glob {
    private static final int ANY_TEXT = -1;
    private static final int ANY_CHARACTER = -2;

    private final int[] parts;
    private final int leastLength;

    private Glob(int[] parts) {
        this.parts = parts;
        leastLength = (int) Arrays.stream(parts).filter(each -> each != ANY_TEXT).count();
    }

    /** Reads a pattern. */
    public static Glob of(String pattern) {
        return new Builder().pattern(pattern).build();
    }

    /** Collects patterns and texts that stand for themselves. */
    static final class Builder {
        private final IntStream.Builder parts = IntStream.builder();

        Builder pattern(String pattern) {
            pattern.codePoints()
                    .map(
                            each ->
                                    switch (each) {
                                        case '*' -> ANY_TEXT;
                                        case '?' -> ANY_CHARACTER;
                                        default -> each;
                                    })
                    .forEach(parts::add);
            return this;
        }

        Builder text(String text) {
            text.codePoints().forEach(parts::add);
            return this;
        }

        Glob build() {
            return new Glob(parts.build().toArray());
        }
    }

    /** Tells whether the pattern stands for a text. */
    public boolean matches(String text) {
        int[] characters = text.codePoints().toArray();
        if (characters.length < leastLength) {
            return false;
        }
        int part = 0;
        int at = 0;
        int afterAsterisk = -1;
        int next = 0;
        while (at < characters.length) {
            if (part < parts.length && parts[part] == ANY_TEXT) {
                part++;
                afterAsterisk = part;
                next = at;
            } else if (part < parts.length
                    && (parts[part] == ANY_CHARACTER || parts[part] == characters[at])) {
                part++;
                at++;
            } else if (afterAsterisk >= 0) {
                part = afterAsterisk;
                next++;
                at = next;
            } else {
                return false;
            }
        }
        while (part < parts.length && parts[part] == ANY_TEXT) {
            part++;
        }
        return part == parts.length;
    }
}
