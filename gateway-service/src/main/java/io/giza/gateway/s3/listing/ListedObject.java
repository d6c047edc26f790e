package io.giza.gateway.s3.listing;

import io.giza.gateway.s3.exchange.ChecksumTypes;
import io.giza.gateway.s3.exchange.EntityTag;
import io.giza.gateway.s3.exchange.ObjectHeaders;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.model.Manifest;

import java.util.Locale;

/** What the listings of objects and of versions say of a put besides its name and time. */
final class ListedObject {
    private ListedObject() {}

    static void write(XmlWriter document, Manifest manifest) {
        document.element("ETag", EntityTag.quote(manifest.etag()));
        manifest.checksums().keySet().stream()
                .sorted()
                .forEach(
                        name ->
                                document.element(
                                        "ChecksumAlgorithm", name.toUpperCase(Locale.ROOT)));
        if (!manifest.checksums().isEmpty()) {
            document.element("ChecksumType", ChecksumTypes.of(manifest.checksums()).name());
        }
        document.element("Size", Long.toString(manifest.size()))
                .element("StorageClass", ObjectHeaders.storageClass(manifest.headers()));
    }
}
