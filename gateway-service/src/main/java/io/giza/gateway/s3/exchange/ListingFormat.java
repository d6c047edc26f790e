package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.xml.XmlWriter;

import java.util.List;

/**
 * What the documents of all listings have in common. Their names are written as they are, or
 * percent-encoded where the client asks.
 */
public final class ListingFormat {
    /** The greatest page of every listing. */
    public static final int MAX_PAGE = 1000;

    private static final String ENCODING = "encoding-type";

    private final Query query;
    private final boolean isEncoded;

    private ListingFormat(Query query, boolean isEncoded) {
        this.query = query;
        this.isEncoded = isEncoded;
    }

    /**
     * Reads how a listing is to be written.
     *
     * @throws S3Exception InvalidArgument if it names an unknown encoding
     */
    public static ListingFormat of(Query query) {
        String encoding = query.first(ENCODING).orElse("url");
        if (!encoding.equalsIgnoreCase("url")) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "Invalid Encoding Method specified in Request")
                    .with("ArgumentName", ENCODING);
        }
        return new ListingFormat(query, query.has(ENCODING));
    }

    /** Returns a key, prefix or delimiter as it is written. */
    public String name(String name) {
        return isEncoded ? PercentCoding.encodePath(name) : name;
    }

    /**
     * Writes what was asked for.
     *
     * @param limitElement the name of the element with the greatest number on a page
     */
    public void writeRequest(XmlWriter document, String limitElement, int limit) {
        document.element("Prefix", name(query.first("prefix").orElse("")));
        query.first("delimiter")
                .filter(delimiter -> !delimiter.isEmpty())
                .ifPresent(delimiter -> document.element("Delimiter", name(delimiter)));
        document.element(limitElement, Integer.toString(limit));
        writeEncoding(document);
    }

    /** Writes how names are encoded, if they are. */
    public void writeEncoding(XmlWriter document) {
        if (isEncoded) {
            document.element("EncodingType", "url");
        }
    }

    /** Writes the groups of keys. */
    public void writeGroups(XmlWriter document, List<String> groups) {
        groups.forEach(
                group -> document.open("CommonPrefixes").element("Prefix", name(group)).close());
    }
}
