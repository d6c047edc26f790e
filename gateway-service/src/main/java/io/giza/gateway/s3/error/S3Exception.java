package io.giza.gateway.s3.error;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The request cannot be done, and the client is told why. Always a fresh instance: it is an answer,
 * not a fault of this process, so it carries no stack trace.
 */
public final class S3Exception extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final S3Error error;
    private final transient Map<String, String> details;
    private final transient Map<String, String> headers;

    /** Makes the error with its usual message. */
    public S3Exception(S3Error error) {
        this(error, error.message());
    }

    /** Makes the error with a message of its own, which must not repeat secrets. */
    public S3Exception(S3Error error, String message) {
        this(error, message, Map.of(), Map.of());
    }

    private S3Exception(
            S3Error error,
            String message,
            Map<String, String> details,
            Map<String, String> headers) {
        super(message, null, false, false);
        this.error = error;
        this.details = details;
        this.headers = headers;
    }

    /** Returns the same error with one more element in its document. */
    public S3Exception with(String element, String value) {
        Map<String, String> more = new LinkedHashMap<>(details);
        more.put(element, value);
        return new S3Exception(error, message(), more, headers);
    }

    /** Returns the same error with one more response header. */
    public S3Exception withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new S3Exception(error, message(), details, more);
    }

    /** Returns which error it is. */
    public S3Error error() {
        return error;
    }

    /** Returns the message for the client. */
    public String message() {
        String message = getMessage();
        return message == null ? error.message() : message;
    }

    /** Returns the further elements of the error document, in order. */
    public Map<String, String> details() {
        return details;
    }

    /** Returns the further response headers, in order. */
    public Map<String, String> headers() {
        return headers;
    }
}
