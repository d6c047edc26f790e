package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.body.ChecksumAlgorithm;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.model.Manifest;

import java.util.Map;

/** What S3 says of a copy, be it an object or a part. */
public final class CopyResult {
    private CopyResult() {}

    /** Writes the elements that both answers share. */
    public static void describe(
            XmlWriter document, Manifest stored, Map<String, String> checksums) {
        document.element("LastModified", Timestamps.text(stored.created()))
                .element("ETag", EntityTag.quote(stored.etag()));
        checksums.forEach(
                (name, value) ->
                        document.element(ChecksumAlgorithm.ofStored(name).element(), value));
        if (!checksums.isEmpty()) {
            document.element("ChecksumType", "FULL_OBJECT");
        }
    }
}
