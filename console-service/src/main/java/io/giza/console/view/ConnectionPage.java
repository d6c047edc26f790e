package io.giza.console.view;

import java.util.List;

/**
 * How this browser reaches S3.
 *
 * @param now the time of the console, in milliseconds since 1970
 * @param urls where browsers reach gateways
 */
public record ConnectionPage(long now, List<Url> urls) {
    /**
     * Where browsers reach a gateway.
     *
     * @param seen what the console itself found there
     */
    public record Url(String url, String seen, boolean isReached) {}
}
