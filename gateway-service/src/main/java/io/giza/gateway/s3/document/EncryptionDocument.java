package io.giza.gateway.s3.document;

import io.giza.gateway.s3.encryption.EncryptionHeaders;
import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.model.Encryption;

import java.util.List;
import java.util.Optional;

/** The document that says how a bucket encrypts by default. */
public final class EncryptionDocument {
    /** The name of its root element. */
    public static final String ROOT = "ServerSideEncryptionConfiguration";

    private static final String RULE = "Rule";
    private static final String DEFAULT = "ApplyServerSideEncryptionByDefault";
    private static final String ALGORITHM = "SSEAlgorithm";
    private static final String KEY_ID = "KMSMasterKeyID";
    private static final String BUCKET_KEY = "BucketKeyEnabled";

    private EncryptionDocument() {}

    /**
     * Reads a document.
     *
     * @throws S3Exception MalformedXML, or InvalidArgument for a key that needs aws:kms
     */
    public static Encryption.Default read(Element document) {
        List<Element> rules = document.all(RULE);
        if (rules.size() != 1 || document.children().size() != 1) {
            throw malformed();
        }
        List<Element> defaults = rules.getFirst().all(DEFAULT);
        if (defaults.size() != 1) {
            throw malformed();
        }
        boolean bucketKey =
                switch (rules.getFirst().first(BUCKET_KEY).orElse("false").strip()) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw malformed();
                };
        Optional<String> keyId =
                defaults.getFirst().first(KEY_ID).map(String::strip).filter(id -> !id.isEmpty());
        return switch (defaults.getFirst().first(ALGORITHM).orElse("").strip()) {
            case EncryptionHeaders.AES -> {
                if (keyId.isPresent()) {
                    throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "a KMSMasterKeyID is not applicable if the default sse algorithm is not"
                                    + " aws:kms or aws:kms:dsse");
                }
                yield new Encryption.Default(Encryption.Kind.MANAGED, "", bucketKey);
            }
            case EncryptionHeaders.KMS ->
                    new Encryption.Default(
                            Encryption.Kind.NAMED,
                            keyId.map(EncryptionHeaders::keyId).orElse(""),
                            bucketKey);
            case "aws:kms:dsse" -> throw Refusal.element(ALGORITHM);
            default -> throw malformed();
        };
    }

    /** Writes a document. */
    public static XmlWriter write(Encryption.Default encryption) {
        boolean named = encryption.kind() == Encryption.Kind.NAMED;
        XmlWriter document = XmlWriter.document(ROOT).open(RULE).open(DEFAULT);
        document.element(ALGORITHM, named ? EncryptionHeaders.KMS : EncryptionHeaders.AES);
        if (!encryption.keyId().isEmpty()) {
            document.element(KEY_ID, encryption.keyId());
        }
        return document.close()
                .element(BUCKET_KEY, Boolean.toString(encryption.bucketKey()))
                .close();
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_XML);
    }
}
