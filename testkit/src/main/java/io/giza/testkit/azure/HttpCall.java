package io.giza.testkit.azure;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One HTTP request as the proxy saw it.
 *
 * @param method {@code GET}, say
 * @param target the path with the query, as it was sent
 * @param headers by their names in lower case
 */
public record HttpCall(String method, String target, Map<String, List<String>> headers) {
    /** Returns the first header of this name. */
    public Optional<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream().findFirst();
    }

    /** Returns whether it may change something: anything but a GET and a HEAD. */
    public boolean isWrite() {
        return !method.equals("GET") && !method.equals("HEAD");
    }
}
