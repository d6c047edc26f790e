package io.giza.gateway.s3.request;

/**
 * A request as it came over the wire.
 *
 * @param method the HTTP method
 * @param rawPath the path, neither decoded nor normalised: what was signed
 * @param query the query, decoded
 * @param headers the headers
 * @param secure whether it came over TLS
 */
public record RawRequest(
        String method, String rawPath, Query query, Headers headers, boolean secure) {
    /** Takes a request that did not come over TLS. */
    public RawRequest(String method, String rawPath, Query query, Headers headers) {
        this(method, rawPath, query, headers, false);
    }

    /**
     * Returns the URL of an object of this gateway, by the name and the scheme by which the client
     * reached it, or says that a proxy before it did; a path if it named no host.
     *
     * @param resource the object
     */
    public String urlOf(Resource resource) {
        String path = "/" + resource.bucket() + "/" + PercentCoding.encodePath(resource.key());
        boolean proxied = headers.value("x-forwarded-proto").orElse("").equalsIgnoreCase("https");
        return headers.value("host")
                .filter(host -> !host.isEmpty())
                .map(host -> (secure || proxied ? "https://" : "http://") + host + path)
                .orElse(path);
    }

    /** Returns whether the answer must have no body. */
    public boolean isHead() {
        return method.equals("HEAD");
    }
}
