package io.giza.gateway.s3.bucket;

import io.giza.gateway.s3.document.CorsConfiguration;
import io.giza.gateway.s3.document.LifecycleDocument;
import io.giza.gateway.s3.document.LoggingConfiguration;
import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.document.Tags;
import io.giza.gateway.s3.document.WebsiteConfiguration;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.route.Operation;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.record.FormatException;
import io.giza.record.LifecycleCodec;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * The documents that are kept with a bucket. Each is a row of its own, under the bucket's identity:
 * a bucket that is created again has none. They are kept as S3's XML, written again from what was
 * understood of it; a lifecycle is kept in binary, because others than gateways read it.
 */
public enum BucketConfiguration {
    TAGGING("tagging", "Tagging", S3Error.NO_SUCH_TAG_SET) {
        @Override
        XmlWriter normalised(Element document) {
            return Tags.read(document, Tags.TaggedResource.BUCKET).document();
        }
    },
    CORS("cors", CorsConfiguration.ROOT, S3Error.NO_SUCH_CORS_CONFIGURATION) {
        @Override
        XmlWriter normalised(Element document) {
            return CorsConfiguration.read(document).document();
        }
    },
    LIFECYCLE("lifecycle", LifecycleDocument.ROOT, S3Error.NO_SUCH_LIFECYCLE_CONFIGURATION) {
        @Override
        XmlWriter normalised(Element document) {
            throw new IllegalStateException("a lifecycle is not kept as XML");
        }

        @Override
        Bytes encode(Element document, Supplier<String> freshId) {
            return LifecycleCodec.encode(LifecycleDocument.read(document, freshId));
        }

        @Override
        XmlWriter render(Value record) {
            return LifecycleDocument.write(LifecycleCodec.decode(record));
        }
    },
    OWNERSHIP("ownership", ObjectOwnership.ROOT, S3Error.OWNERSHIP_CONTROLS_NOT_FOUND) {
        @Override
        XmlWriter normalised(Element document) {
            return ObjectOwnership.read(document).document();
        }

        @Override
        Optional<XmlWriter> ofNewBucket() {
            return Optional.of(ObjectOwnership.BUCKET_OWNER_ENFORCED.document());
        }
    },
    LOGGING("logging", LoggingConfiguration.ROOT, S3Error.NO_SUCH_CONFIGURATION) {
        @Override
        XmlWriter normalised(Element document) {
            return LoggingConfiguration.read(document).document();
        }

        @Override
        Optional<XmlWriter> ofNewBucket() {
            return Optional.of(LoggingConfiguration.NONE.document());
        }

        @Override
        boolean isNone(Element document) {
            return LoggingConfiguration.read(document).equals(LoggingConfiguration.NONE);
        }
    },
    WEBSITE("website", WebsiteConfiguration.ROOT, S3Error.NO_SUCH_WEBSITE_CONFIGURATION) {
        @Override
        XmlWriter normalised(Element document) {
            return WebsiteConfiguration.read(document).document();
        }
    };

    /** The format of all of them. */
    static final int FORMAT = 1;

    private final String row;
    private final String root;
    private final S3Error missing;

    BucketConfiguration(String row, String root, S3Error missing) {
        this.row = row;
        this.root = root;
        this.missing = missing;
    }

    /** Returns the document that an operation is about. */
    public static BucketConfiguration of(Operation operation) {
        return switch (operation) {
            case PUT_BUCKET_TAGGING, GET_BUCKET_TAGGING, DELETE_BUCKET_TAGGING -> TAGGING;
            case PUT_BUCKET_CORS, GET_BUCKET_CORS, DELETE_BUCKET_CORS -> CORS;
            case PUT_BUCKET_LIFECYCLE, GET_BUCKET_LIFECYCLE, DELETE_BUCKET_LIFECYCLE -> LIFECYCLE;
            case PUT_BUCKET_WEBSITE, GET_BUCKET_WEBSITE, DELETE_BUCKET_WEBSITE -> WEBSITE;
            case PUT_BUCKET_LOGGING, GET_BUCKET_LOGGING -> LOGGING;
            case PUT_BUCKET_OWNERSHIP, GET_BUCKET_OWNERSHIP, DELETE_BUCKET_OWNERSHIP -> OWNERSHIP;
            default -> throw new IllegalArgumentException(operation + " is about no document");
        };
    }

    /** Returns the row that holds it. */
    ObjectKey key(BucketId bucket) {
        return ObjectKey.ofConfiguration(bucket, row);
    }

    /** Returns the name of its root element. */
    String root() {
        return root;
    }

    /** Returns what S3 says where there is none. */
    S3Error missing() {
        return missing;
    }

    /** Returns what is answered of a bucket that never had one; empty if it has none then. */
    Optional<XmlWriter> ofNewBucket() {
        return Optional.empty();
    }

    /** Tells whether a document says that there is to be none. */
    boolean isNone(Element document) {
        return false;
    }

    /** Returns what was understood of a document, as XML. */
    abstract XmlWriter normalised(Element document);

    /** Returns a document as it is kept. */
    Bytes encode(Element document, Supplier<String> freshId) {
        return Bytes.copyOf(normalised(document).finish());
    }

    /** Returns a kept document as XML. */
    XmlWriter render(Value record) {
        return normalised(parse(record));
    }

    /** Parses a document that is kept as XML. */
    Element parse(Value record) {
        if (record.format() != FORMAT) {
            throw new FormatException(
                    row + " " + record.id() + " has format " + record.format() + ", not " + FORMAT);
        }
        return XmlReader.parse(record.body().toArray(), root);
    }
}
