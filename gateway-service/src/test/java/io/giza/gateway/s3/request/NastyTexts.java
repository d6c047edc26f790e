package io.giza.gateway.s3.request;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;

/** Keys, queries and headers that are legal and easily mistaken, drawn from a seed. */
public final class NastyTexts {
    private static final String[] PIECES = {
        "/",
        "//",
        "%2F",
        "%2f",
        "..",
        ".",
        "./",
        "../",
        ";",
        "+",
        " ",
        "  ",
        "&",
        "=",
        "?",
        "#",
        "%",
        "%25",
        "%zz",
        "a",
        "Z",
        "0",
        "-",
        "_",
        "~",
        "'",
        "\"",
        "<",
        ">",
        "*",
        "!",
        "(",
        "\\",
        ":",
        "@",
        ",",
        "$",
        "[",
        "{",
        "|",
        "\u007f",
        "\u0001",
        "\t",
        "é",
        "e\u0301",
        "日本",
        "ÿ",
        "\ud83d\ude00",
        "\ud800\udc00",
        "\udbff\udfff",
        "\ufeff",
        "\u202e",
        "\uffff",
        "ﬀ"
    };

    private final Random random;

    public NastyTexts(long seed) {
        this.random = new Random(seed);
    }

    /** Returns a text of at least one piece and at most this many bytes of UTF-8. */
    public String text(int maxBytes) {
        int wanted = 1 + random.nextInt(random.nextInt(8) == 0 ? maxBytes : Math.min(40, maxBytes));
        StringBuilder text = new StringBuilder();
        int bytes = 0;
        while (bytes < wanted) {
            String piece = PIECES[random.nextInt(PIECES.length)];
            int more = piece.getBytes(StandardCharsets.UTF_8).length;
            if (bytes + more > maxBytes) {
                break;
            }
            text.append(piece);
            bytes += more;
        }
        return text.isEmpty() ? "k" : text.toString();
    }

    /** Encodes a text as one client or another would: all that may be, or only what must be. */
    public String encoded(String text, boolean inPath) {
        StringBuilder encoded = new StringBuilder();
        text.codePoints()
                .forEach(
                        codePoint -> {
                            String one = Character.toString(codePoint);
                            boolean plain =
                                    (inPath && codePoint == '/') || one.matches("[a-zA-Z0-9._~-]");
                            String escaped = PercentCoding.encode(one);
                            encoded.append(
                                    plain ? one : random.nextBoolean() ? escaped : lower(escaped));
                        });
        return encoded.toString();
    }

    /** Returns bytes of which most are printable, as ISO 8859-1. */
    public String garbage(int maxLength) {
        int length = random.nextInt(maxLength + 1);
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(
                    (char)
                            (random.nextInt(8) == 0
                                    ? random.nextInt(256)
                                    : 32 + random.nextInt(95)));
        }
        return text.toString();
    }

    /** Returns a text with one character replaced, inserted or removed. */
    public String changed(String text) {
        int at = random.nextInt(text.length());
        String with = random.nextInt(3) == 0 ? "" : garbage(2);
        return text.substring(0, at) + with + text.substring(at + random.nextInt(2));
    }

    public Random random() {
        return random;
    }

    private static String lower(String escaped) {
        return escaped.toLowerCase(Locale.ROOT);
    }
}
