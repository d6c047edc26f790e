package io.giza.metadata.table.azure;

import io.giza.model.Utf8;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Names as text of a few harmless characters, in the same order. Each byte of the name in UTF-8 has
 * a codeword, of one or two characters:
 *
 * <pre>
 * -  0..9  A..Z  _  `  a..z      itself
 * 0x00..0x2c                     $ and a letter
 * .  /                           . and a letter
 * : ; &lt; = &gt; ? @                  = and a letter
 * [ \ ] ^                        ^ and a letter
 * 0x7b..0xba, 0xbb..0xfa, then   | } ~ and a letter
 * </pre>
 *
 * where the letter, one of {@link #LETTERS}, says which byte of the group it is. The codewords rise
 * with the bytes and none begins another. So encoded names compare as the names do by their bytes;
 * the encoding of a name's beginning begins the encoding of the name; and {@code / \ # ? %},
 * quotes, blanks and control characters never occur.
 */
final class NameEncoding {
    /** Below every character of every codeword. */
    static final char BELOW_ALL = '!';

    /** No encoded name begins with this: it is above all that may follow anywhere. */
    static final String ABOVE_ALL = "~~";

    static final String LETTERS =
            "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

    private static final int BYTES = 256;
    private static final String[] CODEWORDS = codewords();

    /** By a codeword's first character, the first byte with such a codeword, or -1. */
    private static final int[] FIRST_OCTETS = firstOctets();

    private NameEncoding() {}

    /** Returns the codeword of a byte, 0 to 255. */
    static String codeword(int octet) {
        return CODEWORDS[octet];
    }

    /**
     * Returns an encoded name, or the encoded beginning of names.
     *
     * @throws IllegalArgumentException if it has half a surrogate pair
     */
    static String encode(String name) {
        StringBuilder encoded = new StringBuilder();
        for (byte octet : Utf8.bytes("name", name)) {
            encoded.append(CODEWORDS[octet & 0xff]);
        }
        return encoded.toString();
    }

    /**
     * Returns the name.
     *
     * @throws IllegalArgumentException if no name is encoded like this
     */
    static String decode(String encoded) {
        ByteArrayOutputStream utf8 = new ByteArrayOutputStream();
        for (int at = 0; at < encoded.length(); at++) {
            int octet = FIRST_OCTETS[encoded.charAt(at) & 0x7f];
            if (octet >= 0 && CODEWORDS[octet].length() > 1) {
                at++;
                octet += at < encoded.length() ? LETTERS.indexOf(encoded.charAt(at)) : 0;
            }
            utf8.write(octet);
        }
        String name = utf8.toString(StandardCharsets.UTF_8);
        if (!encode(name).equals(encoded)) {
            throw new IllegalArgumentException("'" + encoded + "' is no encoded name");
        }
        return name;
    }

    private static String[] codewords() {
        String[] codewords = new String[BYTES];
        assignPairs(codewords, '$', 0x00, ',');
        assignSingle(codewords, '-', '-');
        assignPairs(codewords, '.', '.', '/');
        assignSingle(codewords, '0', '9');
        assignPairs(codewords, '=', ':', '@');
        assignSingle(codewords, 'A', 'Z');
        assignPairs(codewords, '^', '[', '^');
        assignSingle(codewords, '_', 'z');
        assignPairs(codewords, '|', 0x7b, 0xba);
        assignPairs(codewords, '}', 0xbb, 0xfa);
        assignPairs(codewords, '~', 0xfb, 0xff);
        return codewords;
    }

    private static void assignSingle(String[] codewords, int first, int last) {
        for (int octet = first; octet <= last; octet++) {
            codewords[octet] = Character.toString(octet);
        }
    }

    private static void assignPairs(String[] codewords, char leader, int first, int last) {
        for (int octet = first; octet <= last; octet++) {
            codewords[octet] = leader + Character.toString(LETTERS.charAt(octet - first));
        }
    }

    private static int[] firstOctets() {
        int[] octets = new int[128];
        Arrays.fill(octets, -1);
        for (int octet = BYTES - 1; octet >= 0; octet--) {
            octets[CODEWORDS[octet].charAt(0)] = octet;
        }
        return octets;
    }
}
