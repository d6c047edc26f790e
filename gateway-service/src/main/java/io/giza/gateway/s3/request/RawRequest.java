package io.giza.gateway.s3.request;

import io.giza.gateway.s3.error.S3Exception;

import java.util.regex.Pattern;

/**
 * A request as it came over the wire.
 *
 * @param method the HTTP method
 * @param rawPath the path, neither decoded nor normalised: what was signed
 * @param query the query, decoded
 * @param headers the headers
 * @param secure whether it came over TLS
 * @param hostBucket the bucket that the host's name begins with, empty where the path names it
 */
public record RawRequest(
        String method,
        String rawPath,
        Query query,
        Headers headers,
        boolean secure,
        String hostBucket) {
    private static final Pattern LOOPBACK =
            Pattern.compile("(?:localhost|127(?:\\.\\d{1,3}){3}|\\[::1])(?::\\d{1,5})?");

    /** Takes a request that did not come over TLS, and whose path names the bucket. */
    public RawRequest(String method, String rawPath, Query query, Headers headers) {
        this(method, rawPath, query, headers, false, "");
    }

    /**
     * Returns what it is about.
     *
     * @throws S3Exception InvalidURI, InvalidBucketName or KeyTooLongError
     */
    public Resource resource() {
        return hostBucket.isEmpty()
                ? Resource.parse(rawPath)
                : Resource.ofBucket(hostBucket, rawPath);
    }

    /** Returns the path that names the bucket too, not decoded. */
    public String pathWithBucket() {
        return hostBucket.isEmpty() ? rawPath : "/" + hostBucket + rawPath;
    }

    /**
     * Returns the URL of an object of this gateway, by the name and the scheme by which the client
     * reached it, or says that a proxy before it did; a path if it named no host.
     *
     * @param resource the object
     */
    public String urlOf(Resource resource) {
        String bucket = hostBucket.isEmpty() ? "/" + resource.bucket() : "";
        String path = bucket + "/" + PercentCoding.encodePath(resource.key());
        return headers.value("host")
                .filter(host -> !host.isEmpty())
                .map(host -> scheme() + "://" + host + path)
                .orElse(path);
    }

    /** Returns the scheme by which the client came, or says that it came to a proxy before this. */
    public String scheme() {
        boolean proxied = headers.value("x-forwarded-proto").orElse("").equalsIgnoreCase("https");
        return secure || proxied ? "https" : "http";
    }

    /**
     * Tells whether nobody else could read it: it came over TLS, or to a name of the machine that
     * it was sent on. Both are the client's word where a proxy passes it on; its secrets are its
     * own.
     */
    public boolean isSecure() {
        String host = headers.value("host").orElse("");
        return scheme().equals("https") || LOOPBACK.matcher(host).matches();
    }

    /** Returns whether the answer must have no body. */
    public boolean isHead() {
        return method.equals("HEAD");
    }
}
