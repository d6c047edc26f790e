package io.giza.gateway.s3.policy.document;

import io.giza.gateway.s3.policy.PolicyRequest;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The policies of access keys that have names. Each makes a document, so that what is stored with a
 * key is a document in any case.
 */
public enum NamedPolicy {
    /** Lists and reads. */
    READONLY("readonly", List.of("s3:Get*", "s3:List*")),
    /** Does everything. */
    READWRITE("readwrite", List.of("s3:*")),
    /** Puts objects, and neither reads nor deletes any. */
    WRITEONLY(
            "writeonly",
            List.of(
                    "s3:AbortMultipartUpload",
                    "s3:ListMultipartUploadParts",
                    "s3:PutObject",
                    "s3:PutObjectTagging"));

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What clients ask of a bucket before they do anything to its objects. */
    private static final List<String> QUESTIONS =
            List.of("s3:GetBucketLocation", "s3:GetBucketVersioning");

    private static final List<String> LISTS = List.of("s3:ListBucket*");

    private final String text;
    private final List<String> actions;

    NamedPolicy(String text, List<String> actions) {
        this.text = text;
        this.actions = actions;
    }

    /** Finds the policy of a name. */
    public static Optional<NamedPolicy> named(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }

    /** Returns the policy for all buckets, as JSON. */
    public String document() {
        ArrayNode statements = JSON.createArrayNode();
        allow(statements, actions, "*");
        return document(statements);
    }

    /**
     * Returns the policy for the keys of a bucket that begin alike, as JSON.
     *
     * @param bucket the bucket's name
     * @param prefix what the keys begin with, empty for all
     */
    public String document(String bucket, String prefix) {
        String escaped = escaped(prefix) + "*";
        String resource = PolicyRequest.bucket(bucket);
        ArrayNode statements = JSON.createArrayNode();
        allow(statements, actions, PolicyRequest.object(bucket, escaped));
        allow(statements, QUESTIONS, resource);
        if (this != WRITEONLY) {
            ObjectNode lists = allow(statements, LISTS, resource);
            if (!prefix.isEmpty()) {
                lists.putObject("Condition").putObject("StringLike").put("s3:prefix", escaped);
            }
        }
        return document(statements);
    }

    private static String document(ArrayNode statements) {
        ObjectNode document = JSON.createObjectNode();
        document.put("Version", "2012-10-17").set("Statement", statements);
        return document.toString();
    }

    private static ObjectNode allow(ArrayNode statements, List<String> actions, String resource) {
        ObjectNode statement = statements.addObject().put("Effect", "Allow");
        ArrayNode names = statement.putArray("Action");
        actions.forEach(names::add);
        return statement.put("Resource", resource);
    }

    /** Characters of a prefix that mean something to the language. */
    private static String escaped(String prefix) {
        return prefix.replace("$", "${$}").replace("*", "${*}").replace("?", "${?}");
    }
}
