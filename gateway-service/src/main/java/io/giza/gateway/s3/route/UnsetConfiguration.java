package io.giza.gateway.s3.route;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.xml.XmlWriter;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Sub-resources that cannot be set here. Setting one is refused, since it would be a promise;
 * reading and deleting it is answered as S3 answers where nothing was set, which is the truth.
 */
public enum UnsetConfiguration {
    ABAC("abac", document("AbacStatus", each -> each.element("Status", "Disabled")), false),
    ACCELERATE("accelerate", document("AccelerateConfiguration", each -> each), false),
    ANALYTICS("analytics", listing("ListBucketAnalyticsConfigurationResult"), true),
    INTELLIGENT_TIERING(
            "intelligent-tiering",
            listing("ListBucketIntelligentTieringConfigurationsOutput"),
            true),
    INVENTORY("inventory", listing("ListInventoryConfigurationsResult"), true),
    METADATA_CONFIGURATION(
            "metadataConfiguration", missing(S3Error.NO_SUCH_METADATA_CONFIGURATION), true),
    METADATA_TABLE("metadataTable", missing(S3Error.NO_SUCH_METADATA_CONFIGURATION), true),
    METRICS("metrics", listing("ListMetricsConfigurationsResult"), true),
    REPLICATION("replication", missing(S3Error.NO_SUCH_REPLICATION_CONFIGURATION), true),
    REQUEST_PAYMENT(
            "requestPayment",
            document("RequestPaymentConfiguration", each -> each.element("Payer", "BucketOwner")),
            false);

    /** A parameter that names one of several configurations of a kind. */
    private static final String ID = "id";

    private final String parameter;
    private final Answer answer;
    private final boolean deletable;

    UnsetConfiguration(String parameter, Answer answer, boolean deletable) {
        this.parameter = parameter;
        this.answer = answer;
        this.deletable = deletable;
    }

    /** What a client is told that reads one. */
    private sealed interface Answer {
        /** There is none. */
        record Missing(S3Error error, String message) implements Answer {}

        /** There is always one, which says that nothing was set. */
        record Document(String root, UnaryOperator<XmlWriter> content) implements Answer {}

        /** There may be several by their ids, and there are none. */
        record Listing(String root) implements Answer {}
    }

    private static Answer missing(S3Error error) {
        return new Answer.Missing(error, error.message());
    }

    private static Answer document(String root, UnaryOperator<XmlWriter> content) {
        return new Answer.Document(root, content);
    }

    private static Answer listing(String root) {
        return new Answer.Listing(root);
    }

    /** Returns what a request is about. */
    public static UnsetConfiguration of(RawRequest request) {
        return Arrays.stream(values())
                .filter(each -> request.query().has(each.parameter))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("nothing that cannot be set"));
    }

    /** Returns the parameter of the query that names it. */
    public String parameter() {
        return parameter;
    }

    /** Tells whether S3 has an operation that deletes it. */
    public boolean isDeletable() {
        return deletable;
    }

    /** Answers a client that reads it. */
    public void get(Call call, Reply reply) throws IOException {
        switch (answer) {
            case Answer.Missing missing -> throw error(missing, call);
            case Answer.Document(String root, UnaryOperator<XmlWriter> content) ->
                    reply.xml(200, content.apply(XmlWriter.document(root)));
            case Answer.Listing(String root) -> {
                requireNone(call);
                reply.xml(200, XmlWriter.document(root).element("IsTruncated", "false"));
            }
        }
    }

    /** Answers a client that deletes it. */
    public void delete(Call call, Reply reply) {
        if (answer instanceof Answer.Listing) {
            requireNone(call);
        }
        reply.empty(204);
    }

    private static void requireNone(Call call) {
        if (call.query().has(ID)) {
            throw new S3Exception(S3Error.NO_SUCH_CONFIGURATION);
        }
    }

    private static S3Exception error(Answer.Missing missing, Call call) {
        return new S3Exception(missing.error(), missing.message())
                .with("BucketName", call.resource().bucket());
    }

    /** Returns what a client is told that reads it, for people. */
    String description() {
        return switch (answer) {
            case Answer.Missing(S3Error error, _) -> error.status() + " " + error.code();
            case Answer.Document(String root, _) -> "an empty " + root;
            case Answer.Listing _ -> "an empty list, 404 NoSuchConfiguration with an id";
        };
    }
}
