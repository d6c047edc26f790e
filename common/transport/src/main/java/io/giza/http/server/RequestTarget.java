package io.giza.http.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a request is for.
 *
 * @param path as it was sent, nothing decoded
 * @param query what follows the question mark, as it was sent; empty if nothing does
 */
record RequestTarget(String path, String query) {
    /** Takes apart what stands in the first line of a request. */
    static RequestTarget of(String target) {
        int end = target.indexOf('?');
        return end < 0
                ? new RequestTarget(target, "")
                : new RequestTarget(target.substring(0, end), target.substring(end + 1));
    }

    /** Returns all parameters of a name, decoded. */
    List<String> parameters(String name) {
        List<String> found = new ArrayList<>();
        for (String each : query.split("&", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0 && decoded(each.substring(0, equals)).equals(name)) {
                found.add(decoded(each.substring(equals + 1)));
            }
        }
        return found;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
