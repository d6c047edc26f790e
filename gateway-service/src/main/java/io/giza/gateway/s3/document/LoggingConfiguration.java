package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlWriter;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * Where the requests for a bucket are recorded.
 *
 * @param target empty if they are not
 */
public record LoggingConfiguration(Optional<Target> target) {
    /** The name of the root element of its document. */
    public static final String ROOT = "BucketLoggingStatus";

    /** Nothing is recorded. */
    public static final LoggingConfiguration NONE = new LoggingConfiguration(Optional.empty());

    /** So that a key with all that follows the prefix is no longer than keys may be. */
    static final int MOST_PREFIX_BYTES = 512;

    private static final String ENABLED = "LoggingEnabled";
    private static final String BUCKET = "TargetBucket";
    private static final String PREFIX = "TargetPrefix";
    private static final String GRANTS = "TargetGrants";
    private static final String FORMAT = "TargetObjectKeyFormat";
    private static final String SIMPLE = "SimplePrefix";
    private static final String PARTITIONED = "PartitionedPrefix";
    private static final String DATE_SOURCE = "PartitionDateSource";
    private static final String EVENT_TIME = "EventTime";
    private static final String DELIVERY_TIME = "DeliveryTime";

    /** How the objects with the records are called. */
    public enum KeyFormat {
        /** By the time of delivery; what nobody chose. */
        UNSAID,
        /** By the time of delivery. */
        SIMPLE,
        /** In folders of accounts, regions, buckets and the days of the requests. */
        BY_EVENT_TIME,
        /** In folders of accounts, regions, buckets and the days of the deliveries. */
        BY_DELIVERY_TIME
    }

    /**
     * Where records go.
     *
     * @param bucket the name of the bucket that gets them
     * @param format how their objects are called
     * @param prefix what all keys begin with; may be empty
     * @param hasGrants whether others are to be granted something on these objects
     */
    public record Target(String bucket, KeyFormat format, String prefix, boolean hasGrants) {}

    /**
     * Reads a document.
     *
     * @throws S3Exception MalformedXML, or InvalidArgument if the prefix is too long
     */
    public static LoggingConfiguration read(Element document) {
        Elements.requireOnly(document, Set.of(ENABLED));
        return new LoggingConfiguration(
                Optional.ofNullable(
                        Elements.child(document, ENABLED, LoggingConfiguration::target)));
    }

    private static Target target(Element enabled) {
        Elements.requireOnly(enabled, Set.of(BUCKET, PREFIX, GRANTS, FORMAT));
        String bucket = Elements.once(enabled, BUCKET, "").strip();
        String prefix = Elements.child(enabled, PREFIX, Element::text);
        if (bucket.isEmpty() || prefix == null) {
            throw malformed();
        }
        if (prefix.getBytes(StandardCharsets.UTF_8).length > MOST_PREFIX_BYTES) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "TargetPrefix must have at most " + MOST_PREFIX_BYTES + " bytes.")
                    .with("ArgumentName", PREFIX)
                    .with("ArgumentValue", prefix);
        }
        KeyFormat format = Elements.child(enabled, FORMAT, LoggingConfiguration::format);
        Boolean grants = Elements.child(enabled, GRANTS, LoggingConfiguration::hasGrants);
        return new Target(
                bucket,
                format == null ? KeyFormat.UNSAID : format,
                prefix,
                Boolean.TRUE.equals(grants));
    }

    private static boolean hasGrants(Element grants) {
        Elements.requireOnly(grants, Set.of("Grant"));
        return !grants.children().isEmpty();
    }

    private static KeyFormat format(Element format) {
        Elements.requireOnly(format, Set.of(SIMPLE, PARTITIONED));
        if (format.children().size() != 1) {
            throw malformed();
        }
        Element chosen = format.children().getFirst();
        if (chosen.name().equals(SIMPLE)) {
            Elements.requireOnly(chosen, Set.of());
            return KeyFormat.SIMPLE;
        }
        Elements.requireOnly(chosen, Set.of(DATE_SOURCE));
        return switch (Elements.once(chosen, DATE_SOURCE, DELIVERY_TIME).strip()) {
            case EVENT_TIME -> KeyFormat.BY_EVENT_TIME;
            case DELIVERY_TIME -> KeyFormat.BY_DELIVERY_TIME;
            default -> throw malformed();
        };
    }

    /** Returns the document. */
    public XmlWriter document() {
        XmlWriter document = XmlWriter.document(ROOT);
        target.ifPresent(each -> write(document, each));
        return document;
    }

    private static void write(XmlWriter document, Target target) {
        document.open(ENABLED).element(BUCKET, target.bucket());
        switch (target.format()) {
            case UNSAID -> {}
            case SIMPLE -> document.open(FORMAT).element(SIMPLE, "").close();
            case BY_EVENT_TIME -> partitioned(document, EVENT_TIME);
            case BY_DELIVERY_TIME -> partitioned(document, DELIVERY_TIME);
        }
        document.element(PREFIX, target.prefix()).close();
    }

    private static void partitioned(XmlWriter document, String source) {
        document.open(FORMAT).open(PARTITIONED).element(DATE_SOURCE, source).close().close();
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_XML);
    }
}
