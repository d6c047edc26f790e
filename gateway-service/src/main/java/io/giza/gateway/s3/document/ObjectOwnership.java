package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlWriter;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Who owns the objects that are put into a bucket. */
public enum ObjectOwnership {
    /**
     * The bucket's owner. Lists mean nothing, and one that grants anything to others is refused.
     */
    BUCKET_OWNER_ENFORCED("BucketOwnerEnforced"),
    /** Whoever puts an object, unless they give it to the bucket's owner. */
    BUCKET_OWNER_PREFERRED("BucketOwnerPreferred"),
    /** Whoever puts an object. */
    OBJECT_WRITER("ObjectWriter");

    /** The name of the root element of its document. */
    public static final String ROOT = "OwnershipControls";

    private final String text;

    ObjectOwnership(String text) {
        this.text = text;
    }

    /** Finds the ownership that S3 calls so. */
    public static Optional<ObjectOwnership> named(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }

    /**
     * Reads a document.
     *
     * @throws S3Exception MalformedXML
     */
    public static ObjectOwnership read(Element document) {
        List<Element> rules = document.all("Rule");
        if (rules.size() != 1 || document.children().size() != 1) {
            throw malformed();
        }
        Element rule = rules.getFirst();
        if (rule.children().size() != 1) {
            throw malformed();
        }
        return named(rule.first("ObjectOwnership").orElse("").strip())
                .orElseThrow(ObjectOwnership::malformed);
    }

    /** Returns the document. */
    public XmlWriter document() {
        return XmlWriter.document(ROOT).open("Rule").element("ObjectOwnership", text).close();
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_XML);
    }
}
