package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlWriter;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A set of tags that keeps S3's rules: keys of 1 to 128 characters and values of up to 256 (as
 * UTF-16 counts them) of letters, digits, spaces and {@code + - = . _ : / @}, no key twice, none
 * that begins with {@code aws:}.
 *
 * @param values value by key, in the order of the keys
 */
public record Tags(SortedMap<String, String> values) {
    /** No tags. */
    public static final Tags NONE = new Tags(new TreeMap<>());

    private static final int MAX_KEY = 128;
    private static final int MAX_VALUE = 256;
    private static final Pattern CHARACTERS = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*");

    /** What may be tagged, and with how many tags. */
    public enum TaggedResource {
        OBJECT(10, "Object tags cannot be greater than 10"),
        BUCKET(50, "Bucket tag count cannot be greater than 50");

        private final int limit;
        private final String refusal;

        TaggedResource(int limit, String refusal) {
            this.limit = limit;
            this.refusal = refusal;
        }
    }

    /** Takes tags that were checked when they were read. */
    public Tags {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** Takes tags that were checked when they were read. */
    public static Tags of(Map<String, String> checked) {
        return new Tags(new TreeMap<>(checked));
    }

    /**
     * Reads a {@code Tagging} document.
     *
     * @throws S3Exception MalformedXML, InvalidTag or BadRequest
     */
    public static Tags read(Element tagging, TaggedResource resource) {
        List<Element> sets = tagging.all("TagSet");
        if (sets.size() != 1 || tagging.children().size() != 1) {
            throw malformed();
        }
        return readList(sets.getFirst().children(), resource);
    }

    /**
     * Reads {@code Tag} elements.
     *
     * @throws S3Exception MalformedXML, InvalidTag or BadRequest
     */
    public static Tags readList(List<Element> elements, TaggedResource resource) {
        TreeMap<String, String> tags = new TreeMap<>();
        if (elements.size() > resource.limit) {
            throw new S3Exception(S3Error.BAD_REQUEST, resource.refusal);
        }
        for (Element tag : elements) {
            boolean pair = tag.all("Key").size() == 1 && tag.all("Value").size() == 1;
            if (!tag.name().equals("Tag") || !pair || tag.children().size() != 2) {
                throw malformed();
            }
            String key = check(tag.first("Key").orElse(""), tag.first("Value").orElse(""));
            if (tags.put(key, tag.first("Value").orElse("")) != null) {
                throw invalid("Cannot provide multiple Tags with the same key", key);
            }
        }
        return new Tags(tags);
    }

    /**
     * Reads the value of {@code x-amz-tagging}: tags in the form of a query.
     *
     * @throws S3Exception InvalidArgument, InvalidTag or BadRequest
     */
    public static Tags readHeader(String value) {
        TreeMap<String, String> tags = new TreeMap<>();
        for (Query.Parameter tag : query(value).parameters()) {
            if (tag.name().isEmpty()) {
                throw unreadableHeader(value);
            }
            if (tags.put(check(tag.name(), tag.value()), tag.value()) != null) {
                throw unreadableHeader(value);
            }
        }
        if (tags.size() > TaggedResource.OBJECT.limit) {
            throw new S3Exception(S3Error.BAD_REQUEST, TaggedResource.OBJECT.refusal);
        }
        return new Tags(tags);
    }

    private static Query query(String value) {
        try {
            return Query.parse(value);
        } catch (S3Exception e) {
            throw unreadableHeader(value);
        }
    }

    /** Returns the {@code Tagging} document. */
    public XmlWriter document() {
        XmlWriter document = XmlWriter.document("Tagging").open("TagSet");
        write(document);
        return document.close();
    }

    /** Writes {@code Tag} elements. */
    public void write(XmlWriter document) {
        values.forEach(
                (key, value) ->
                        document.open("Tag").element("Key", key).element("Value", value).close());
    }

    private static String check(String key, String value) {
        if (key.toLowerCase(Locale.ROOT).startsWith("aws:")) {
            throw invalid("System tags cannot be added/updated by requester", key);
        }
        if (key.isEmpty() || key.length() > MAX_KEY || !CHARACTERS.matcher(key).matches()) {
            throw invalid("The TagKey you have provided is invalid", key);
        }
        if (value.length() > MAX_VALUE || !CHARACTERS.matcher(value).matches()) {
            throw invalid("The TagValue you have provided is invalid", key);
        }
        return key;
    }

    private static S3Exception invalid(String message, String key) {
        return new S3Exception(S3Error.INVALID_TAG, message).with("TagKey", key);
    }

    private static S3Exception unreadableHeader(String value) {
        return new S3Exception(
                        S3Error.INVALID_ARGUMENT,
                        "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL"
                                + " query parameters without tag name duplicates.")
                .with("ArgumentName", "x-amz-tagging")
                .with("ArgumentValue", value);
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_XML);
    }
}
