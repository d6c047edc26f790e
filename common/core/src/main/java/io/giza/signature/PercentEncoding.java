package io.giza.signature;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/** The percent-encoding that is signed: everything but unreserved characters, in UTF-8. */
public final class PercentEncoding {
    private static final BitSet UNRESERVED = new BitSet();

    static {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
                .chars()
                .forEach(UNRESERVED::set);
    }

    private PercentEncoding() {}

    /** Encodes a text, slashes too. */
    public static String encode(String text) {
        return isUnreserved(text)
                ? text
                : URLEncoder.encode(text, StandardCharsets.UTF_8)
                        .replace("+", "%20")
                        .replace("*", "%2A")
                        .replace("%7E", "~");
    }

    /** Encodes a path, keeping its slashes. */
    public static String encodePath(String path) {
        return encode(path).replace("%2F", "/");
    }

    private static boolean isUnreserved(String text) {
        return text.chars().allMatch(each -> UNRESERVED.get(each));
    }
}
