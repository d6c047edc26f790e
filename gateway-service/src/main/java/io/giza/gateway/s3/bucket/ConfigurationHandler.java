package io.giza.gateway.s3.bucket;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.s3.access.BucketAclHandler;
import io.giza.gateway.s3.document.LoggingConfiguration;
import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Value;

import java.io.IOException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;

/** Puts, gets and deletes the documents that are kept with a bucket. */
public final class ConfigurationHandler {
    /** The greatest document that is read; what is kept of one has a limit of its own. */
    private static final int MAX_DOCUMENT_BYTES = 256 << 10;

    /** The greatest description of a web site, as at S3. */
    private static final int MAX_WEBSITE_BYTES = 128 << 10;

    private static final int ID_BYTES = 24;

    private final Buckets buckets;
    private final SystemRows rows;
    private final Surroundings surroundings;
    private final BucketAclHandler acls;
    private final LogTargets logTargets;
    private final Consumer<String> changed;

    /**
     * Makes the handler.
     *
     * @param acls tells whether a bucket's list lets its ownership change
     * @param logTargets tells where the requests for a bucket may be recorded
     * @param changed is told of buckets that were changed, so that this gateway knows it at once
     */
    public ConfigurationHandler(
            Buckets buckets,
            SystemRows rows,
            Surroundings surroundings,
            BucketAclHandler acls,
            LogTargets logTargets,
            Consumer<String> changed) {
        this.buckets = buckets;
        this.rows = rows;
        this.surroundings = surroundings;
        this.acls = acls;
        this.logTargets = logTargets;
        this.changed = changed;
    }

    /**
     * PutBucketTagging, PutBucketCors and their siblings, by {@code kind}: the document takes the
     * place of the one before. One that says that there is to be none removes it.
     *
     * @throws S3Exception MaxMessageLengthExceeded if a web site is described at too great length,
     *     EntityTooLarge if what is kept of it is longer than {@link SystemRows#MAX_RECORD_BYTES}
     */
    public void put(BucketConfiguration kind, Call call, Reply reply) throws IOException {
        Element document =
                call.read(
                        call.body(MAX_DOCUMENT_BYTES),
                        bytes -> {
                            requireShort(kind, bytes.length);
                            return XmlReader.parse(bytes, kind.root());
                        });
        Bytes record = kind.encode(document, this::freshId);
        if (record.size() > SystemRows.MAX_RECORD_BYTES) {
            throw new S3Exception(S3Error.ENTITY_TOO_LARGE)
                    .with("ProposedSize", Integer.toString(record.size()))
                    .with("MaxSizeAllowed", Integer.toString(SystemRows.MAX_RECORD_BYTES));
        }
        requireFits(kind, call, document);
        change(
                kind,
                call,
                kind.isNone(document)
                        ? Change.removal()
                        : Change.to(BucketConfiguration.FORMAT, record));
        reply.empty(kind == BucketConfiguration.TAGGING ? 204 : 200);
    }

    private void requireFits(BucketConfiguration kind, Call call, Element document) {
        switch (kind) {
            case OWNERSHIP ->
                    acls.requireFits(call, buckets.of(call), ObjectOwnership.read(document));
            case LOGGING ->
                    LoggingConfiguration.read(document)
                            .target()
                            .ifPresent(target -> logTargets.require(call, target));
            case TAGGING, CORS, LIFECYCLE, WEBSITE -> {}
        }
    }

    private static void requireShort(BucketConfiguration kind, int length) {
        if (kind == BucketConfiguration.WEBSITE && length > MAX_WEBSITE_BYTES) {
            throw new S3Exception(S3Error.MAX_MESSAGE_LENGTH_EXCEEDED)
                    .with("MaxMessageLengthBytes", Integer.toString(MAX_WEBSITE_BYTES));
        }
    }

    /**
     * Answers the document, as GetBucketTagging and its siblings do. A bucket without one has what
     * new buckets have, if they have any.
     *
     * @throws S3Exception the kind's own error if there is no document, such as NoSuchTagSet
     */
    public void get(BucketConfiguration kind, Call call, Reply reply) throws IOException {
        BucketId bucket = buckets.of(call).id();
        Optional<Value> record =
                switch (rows.read(kind.key(bucket))) {
                    case SystemRows.Held(Optional<Value> held) -> held;
                    case SystemRows.Unavailable failure ->
                            throw Failures.toError(failure, call.resource());
                };
        Optional<XmlWriter> unset = kind.ofNewBucket();
        if (record.isEmpty() && unset.isPresent()) {
            reply.xml(200, unset.get());
            return;
        }
        reply.xml(
                200,
                kind.render(
                        record.filter(each -> each.body().size() > 0)
                                .orElseThrow(
                                        () ->
                                                new S3Exception(kind.missing())
                                                        .with(
                                                                "BucketName",
                                                                call.resource().bucket()))));
    }

    /**
     * Deletes the document, as DeleteBucketTagging and its siblings do; one that is not there, too.
     */
    public void delete(BucketConfiguration kind, Call call, Reply reply) {
        // Without a row a bucket has the ownership of a new one, so having none is a record too.
        change(
                kind,
                call,
                kind == BucketConfiguration.OWNERSHIP
                        ? Change.to(BucketConfiguration.FORMAT, Bytes.EMPTY)
                        : Change.removal());
        reply.empty(204);
    }

    private void change(BucketConfiguration kind, Call call, Change change) {
        BucketId bucket = buckets.of(call).id();
        var result = rows.change(kind.key(bucket), call.operation(), change);
        forget(call.resource().bucket());
        if (result instanceof SystemRows.Unavailable failure) {
            throw Failures.toError(failure, call.resource());
        }
    }

    /** Forgets what a bucket said that is created or deleted here. */
    public void forget(String bucket) {
        changed.accept(bucket);
    }

    /** Rules without an id get one, as at S3. */
    private String freshId() {
        byte[] bytes = new byte[ID_BYTES];
        surroundings.random().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
