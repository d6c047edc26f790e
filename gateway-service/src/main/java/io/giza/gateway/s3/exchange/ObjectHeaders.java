package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.body.Bodies;
import io.giza.gateway.s3.document.LockHeaders;
import io.giza.gateway.s3.document.Tags;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.request.Query;
import io.giza.model.Manifest;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The headers that are stored with an object, on their way in and out. */
public final class ObjectHeaders {
    private static final String CONTENT_ENCODING = "content-encoding";
    private static final String CONTENT_TYPE = "content-type";

    /** Where a web site sends those who ask for the object; an answer to S3's clients says it. */
    public static final String REDIRECT_LOCATION = "x-amz-website-redirect-location";

    /** The class that an object was put in, told of those that are not in the usual one. */
    public static final String STORAGE_CLASS = "x-amz-storage-class";

    private static final String USUAL_CLASS = "STANDARD";

    /** All classes that an object may be put in. */
    public static final List<String> STORAGE_CLASSES = List.of(USUAL_CLASS, "REDUCED_REDUNDANCY");

    private static final int MAX_REDIRECT_BYTES = 2048;
    private static final String DEFAULT_CONTENT_TYPE = "binary/octet-stream";
    private static final String METADATA_PREFIX = "x-amz-meta-";
    private static final int MAX_METADATA_BYTES = 2048;
    private static final List<String> STORED =
            List.of(
                    "cache-control",
                    "content-disposition",
                    CONTENT_ENCODING,
                    "content-language",
                    CONTENT_TYPE,
                    "expires");

    /** The day names and two-digit days of RFC 1123, which the JDK's own formatter leaves out. */
    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    private ObjectHeaders() {}

    /**
     * Returns the response headers to store, by lower-case name.
     *
     * @throws S3Exception InvalidRedirectLocation
     */
    public static Map<String, String> stored(Headers headers) {
        Map<String, String> stored = new LinkedHashMap<>();
        stored.put(CONTENT_TYPE, DEFAULT_CONTENT_TYPE);
        for (String name : STORED) {
            headers.value(name)
                    .map(
                            value ->
                                    name.equals(CONTENT_ENCODING)
                                            ? Bodies.storedContentEncoding(value)
                                            : value)
                    .filter(value -> !value.isEmpty())
                    .ifPresent(value -> stored.put(name, value));
        }
        putOwn(stored, headers);
        return stored;
    }

    /**
     * Returns the headers to store with a copy that keeps those of its source. Where that sends the
     * visitors of a web site is its own, as is its class, so a copy has only what is asked of it.
     *
     * @throws S3Exception InvalidRedirectLocation
     */
    public static Map<String, String> copied(Map<String, String> source, Headers headers) {
        Map<String, String> stored = new LinkedHashMap<>(source);
        stored.remove(REDIRECT_LOCATION);
        stored.remove(STORAGE_CLASS);
        putOwn(stored, headers);
        return stored;
    }

    private static void putOwn(Map<String, String> stored, Headers headers) {
        redirectLocation(headers).ifPresent(value -> stored.put(REDIRECT_LOCATION, value));
        headers.value(STORAGE_CLASS)
                .filter(value -> !value.equals(USUAL_CLASS))
                .ifPresent(value -> stored.put(STORAGE_CLASS, value));
    }

    /** Returns the class of an object, by the headers that are stored with it. */
    public static String storageClass(Map<String, String> stored) {
        return stored.getOrDefault(STORAGE_CLASS, USUAL_CLASS);
    }

    /**
     * Returns when an object expires that is the newest version of its key, as a header with the
     * rule that lets it; none if it does not.
     */
    public static Map<String, String> expiration(Call call, Manifest manifest) {
        return call.access()
                .expiration(call.resource().key(), manifest)
                .map(
                        due ->
                                Map.of(
                                        "x-amz-expiration",
                                        "expiry-date=\"%s\", rule-id=\"%s\""
                                                .formatted(
                                                        httpDate(due.at()),
                                                        PercentCoding.encode(due.ruleId()))))
                .orElseGet(Map::of);
    }

    private static Optional<String> redirectLocation(Headers headers) {
        Optional<String> location =
                headers.value(REDIRECT_LOCATION).filter(value -> !value.isEmpty());
        location.filter(each -> !isLocation(each))
                .ifPresent(
                        each -> {
                            throw new S3Exception(S3Error.INVALID_REDIRECT_LOCATION);
                        });
        return location;
    }

    private static boolean isLocation(String text) {
        return utf8Length(text) <= MAX_REDIRECT_BYTES
                && (text.startsWith("/")
                        || text.startsWith("http://")
                        || text.startsWith("https://"));
    }

    /** Returns the user metadata to store, by lower-case name without its prefix. */
    public static Map<String, String> userMetadata(Headers headers) {
        Map<String, String> metadata = new LinkedHashMap<>();
        int size = 0;
        for (String header : headers.names()) {
            if (header.startsWith(METADATA_PREFIX)) {
                String name = header.substring(METADATA_PREFIX.length());
                String value = headers.value(header).orElse("");
                size += utf8Length(name) + utf8Length(value);
                metadata.put(name, value);
            }
        }
        if (size > MAX_METADATA_BYTES) {
            throw new S3Exception(S3Error.METADATA_TOO_LARGE)
                    .with("Size", Integer.toString(size))
                    .with("MaxSizeAllowed", Integer.toString(MAX_METADATA_BYTES));
        }
        return metadata;
    }

    /**
     * Returns the tags to store.
     *
     * @throws S3Exception InvalidArgument, InvalidTag or BadRequest
     */
    public static Map<String, String> tags(Headers headers) {
        return headers.value("x-amz-tagging")
                .map(Tags::readHeader)
                .map(tags -> (Map<String, String>) tags.values())
                .orElseGet(Map::of);
    }

    /**
     * Writes what describes a version, whether or not its bytes follow.
     *
     * @param query may ask for other values than the stored ones
     */
    public static void describe(Reply reply, Manifest manifest, Query query) {
        reply.header("ETag", EntityTag.quote(manifest.etag()));
        reply.header("Last-Modified", httpDate(manifest.created()));
        reply.header("Accept-Ranges", "bytes");
        Map<String, String> headers = new LinkedHashMap<>(manifest.headers());
        for (String name : STORED) {
            query.first("response-" + name)
                    .ifPresent(value -> headers.put(name, requirePlain(name, value)));
        }
        headers.forEach(reply::header);
        if (!manifest.tags().isEmpty()) {
            reply.header("x-amz-tagging-count", Integer.toString(manifest.tags().size()));
        }
        LockHeaders.of(manifest.lock()).forEach(reply::header);
        manifest.userMetadata()
                .forEach((name, value) -> reply.header(METADATA_PREFIX + name, value));
    }

    /** Tells whether a query asks for other response headers than those that are stored. */
    public static boolean overridesAny(Query query) {
        return STORED.stream().anyMatch(name -> query.first("response-" + name).isPresent());
    }

    /** Writes the checksums of a whole object. */
    public static void checksums(Reply reply, Map<String, String> checksums) {
        checksums.forEach((name, value) -> reply.header("x-amz-checksum-" + name, value));
        if (!checksums.isEmpty()) {
            reply.header("x-amz-checksum-type", ChecksumTypes.of(checksums).name());
        }
    }

    /** Returns a time as headers have it, to the second (RFC 9110, 5.6.7). */
    public static String httpDate(Instant instant) {
        return HTTP_DATE.format(instant);
    }

    private static String requirePlain(String name, String value) {
        if (value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw new S3Exception(
                    S3Error.INVALID_ARGUMENT,
                    "response-" + name + " must not hold control characters.");
        }
        return value;
    }

    private static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
