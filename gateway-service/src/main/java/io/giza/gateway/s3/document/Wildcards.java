package io.giza.gateway.s3.document;

import java.util.Locale;

/**
 * Texts in which one asterisk stands for any characters, or none.
 *
 * <p>Spring's CorsConfiguration is not used: it has no wildcard within the name of a header, allows
 * an origin with a slash behind it and reads brackets as a list of ports.
 */
final class Wildcards {
    private Wildcards() {}

    static boolean matches(String pattern, String text) {
        int star = pattern.indexOf('*');
        if (star < 0) {
            return pattern.equals(text);
        }
        String end = pattern.substring(star + 1);
        return text.length() >= pattern.length() - 1
                && text.startsWith(pattern.substring(0, star))
                && text.endsWith(end);
    }

    static boolean matchesIgnoringCase(String pattern, String text) {
        return matches(pattern.toLowerCase(Locale.ROOT), text.toLowerCase(Locale.ROOT));
    }
}
