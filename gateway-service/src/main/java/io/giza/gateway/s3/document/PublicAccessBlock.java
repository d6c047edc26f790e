package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlWriter;

import java.util.Set;

/**
 * What a bucket or an account refuses to make public, whatever its policies and lists say.
 *
 * @param blockPublicAcls refuses to set lists that grant anything to everyone
 * @param ignorePublicAcls takes what lists grant to everyone for not granted
 * @param blockPublicPolicy refuses to set policies that are public
 * @param restrictPublicBuckets lets only the owner's account in by a policy that is public
 */
public record PublicAccessBlock(
        boolean blockPublicAcls,
        boolean ignorePublicAcls,
        boolean blockPublicPolicy,
        boolean restrictPublicBuckets) {
    /** Refuses nothing. */
    public static final PublicAccessBlock NONE = new PublicAccessBlock(false, false, false, false);

    /** Refuses everything. */
    public static final PublicAccessBlock ALL = new PublicAccessBlock(true, true, true, true);

    /** The name of the root element of its document. */
    public static final String ROOT = "PublicAccessBlockConfiguration";

    private static final String BLOCK_ACLS = "BlockPublicAcls";
    private static final String IGNORE_ACLS = "IgnorePublicAcls";
    private static final String BLOCK_POLICY = "BlockPublicPolicy";
    private static final String RESTRICT = "RestrictPublicBuckets";
    private static final Set<String> NAMES =
            Set.of(BLOCK_ACLS, IGNORE_ACLS, BLOCK_POLICY, RESTRICT);

    /**
     * Reads a document; what it does not say is false.
     *
     * @throws S3Exception MalformedXML
     */
    public static PublicAccessBlock read(Element document) {
        Elements.requireOnly(document, NAMES);
        return new PublicAccessBlock(
                setting(document, BLOCK_ACLS),
                setting(document, IGNORE_ACLS),
                setting(document, BLOCK_POLICY),
                setting(document, RESTRICT));
    }

    private static boolean setting(Element document, String name) {
        String text = Elements.once(document, name, "false").strip();
        return switch (text) {
            case "true", "TRUE", "1" -> true;
            case "false", "FALSE", "0" -> false;
            default -> throw new S3Exception(S3Error.MALFORMED_XML);
        };
    }

    /** Returns what this or another refuses, such as that of the bucket and that of its account. */
    public PublicAccessBlock and(PublicAccessBlock other) {
        return new PublicAccessBlock(
                blockPublicAcls || other.blockPublicAcls,
                ignorePublicAcls || other.ignorePublicAcls,
                blockPublicPolicy || other.blockPublicPolicy,
                restrictPublicBuckets || other.restrictPublicBuckets);
    }

    /** Returns the document. */
    public XmlWriter document() {
        return XmlWriter.document(ROOT)
                .element(BLOCK_ACLS, Boolean.toString(blockPublicAcls))
                .element(IGNORE_ACLS, Boolean.toString(ignorePublicAcls))
                .element(BLOCK_POLICY, Boolean.toString(blockPublicPolicy))
                .element(RESTRICT, Boolean.toString(restrictPublicBuckets));
    }
}
