package io.giza.gateway.s3.request;

/**
 * A request as it came over the wire.
 *
 * @param method the HTTP method
 * @param rawPath the path, neither decoded nor normalised: what was signed
 * @param query the query, decoded
 * @param headers the headers
 */
public record RawRequest(String method, String rawPath, Query query, Headers headers) {
    /** Returns whether the answer must have no body. */
    public boolean isHead() {
        return method.equals("HEAD");
    }
}
