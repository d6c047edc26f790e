package io.giza.gateway.s3.policy.document;

import static io.giza.gateway.s3.policy.document.MalformedPolicy.INVALID_JSON;
import static io.giza.gateway.s3.policy.document.MalformedPolicy.malformed;
import static io.giza.gateway.s3.policy.document.MalformedPolicy.missing;

import io.giza.gateway.s3.policy.Actions;
import io.giza.gateway.s3.policy.Condition;
import io.giza.gateway.s3.policy.Effect;
import io.giza.gateway.s3.policy.PolicyRequest;
import io.giza.gateway.s3.policy.PolicyVersion;
import io.giza.gateway.s3.policy.S3Action;
import io.giza.gateway.s3.policy.Statement;
import io.giza.gateway.s3.policy.Template;

import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Set;

/** Reads one statement, in the order in which S3 tells what is wrong with it. */
final class StatementReader {
    private static final Set<String> FIELDS =
            Set.of(
                    "Sid",
                    "Effect",
                    "Principal",
                    "NotPrincipal",
                    "Action",
                    "NotAction",
                    "Resource",
                    "NotResource",
                    "Condition");
    private static final String INVALID_RESOURCE = "Policy has invalid resource";
    private static final String INVALID_ACTION = "Policy has invalid action";

    private final JsonNode node;
    private final PolicyVersion version;
    private final Owner owner;

    private StatementReader(JsonNode node, PolicyVersion version, Owner owner) {
        this.node = node;
        this.version = version;
        this.owner = owner;
    }

    /** What has the policy. */
    sealed interface Owner {}

    /** A bucket. */
    record OfBucket(String bucket, KnownPrincipals known) implements Owner {}

    /** An access key. */
    record OfKey() implements Owner {}

    static Statement read(JsonNode node, PolicyVersion version, Owner owner) {
        if (!node.isObject()) {
            throw malformed(INVALID_JSON);
        }
        Fields.requireOnly(node, FIELDS);
        return new StatementReader(node, version, owner).read();
    }

    private Statement read() {
        String sid = Fields.text(node, "Sid");
        Effect effect = effect();
        Statement.Principals principals = principals();
        Actions actions = actions();
        Statement.Resources resources = resources();
        List<Condition> conditions = ConditionReader.read(node.path("Condition"), version);
        if (owner instanceof OfBucket) {
            ConditionReader.requireApplicable(conditions, actions);
            requireApplicable(actions, resources);
        }
        return new Statement(sid, effect, principals, actions, resources, conditions);
    }

    private Effect effect() {
        if (!node.has("Effect")) {
            throw missing("Effect");
        }
        String text = Fields.text(node, "Effect");
        return switch (text) {
            case "Allow" -> Effect.ALLOW;
            case "Deny" -> Effect.DENY;
            default -> throw malformed("Invalid effect: " + Fields.printable(text));
        };
    }

    /** Returns which of two fields is there: exactly one must be. */
    private boolean isExcluded(String field) {
        boolean excluded = node.has("Not" + field);
        if (excluded == node.has(field)) {
            throw excluded
                    ? malformed("Statement has both " + field + " and Not" + field)
                    : missing(field);
        }
        return excluded;
    }

    private JsonNode either(String field) {
        return node.has(field) ? node.path(field) : node.path("Not" + field);
    }

    private Statement.Principals principals() {
        return switch (owner) {
            case OfBucket(_, KnownPrincipals known) ->
                    new Statement.Principals(
                            isExcluded("Principal"),
                            PrincipalReader.read(either("Principal"), known));
            case OfKey() -> {
                if (node.has("Principal") || node.has("NotPrincipal")) {
                    throw malformed("Policy document should not specify a principal.");
                }
                yield Statement.Principals.EVERYONE;
            }
        };
    }

    private Actions actions() {
        boolean excluded = isExcluded("Action");
        List<String> patterns = Fields.texts(either("Action"), INVALID_ACTION);
        if (patterns.stream().anyMatch(each -> Actions.named(each).isEmpty())) {
            throw malformed(INVALID_ACTION);
        }
        return new Actions(excluded, patterns);
    }

    private Statement.Resources resources() {
        boolean excluded = isExcluded("Resource");
        List<String> patterns = Fields.texts(either("Resource"), INVALID_RESOURCE);
        return new Statement.Resources(excluded, patterns.stream().map(this::resource).toList());
    }

    private Template resource(String text) {
        boolean fits =
                switch (owner) {
                    case OfBucket(String bucket, _) -> isOf(bucket, text);
                    case OfKey() -> text.equals("*") || isOfS3(text);
                };
        if (!fits) {
            throw malformed(INVALID_RESOURCE);
        }
        try {
            Template template =
                    switch (version) {
                        case V2008 -> Template.plain(text);
                        case V2012 -> Template.withVariables(text);
                    };
            ConditionReader.requireKnown(template, INVALID_RESOURCE);
            return template;
        } catch (Template.MalformedVariableException e) {
            throw malformed(INVALID_RESOURCE);
        }
    }

    private static boolean isOfS3(String text) {
        return text.startsWith(PolicyRequest.ARN)
                && text.length() > PolicyRequest.ARN.length()
                && text.charAt(PolicyRequest.ARN.length()) != '/';
    }

    /** The bucket's name, and behind it nothing but a key or a wildcard, which stands for keys. */
    private static boolean isOf(String bucket, String text) {
        String own = PolicyRequest.bucket(bucket);
        if (!text.startsWith(own)) {
            return false;
        }
        String rest = text.substring(own.length());
        return rest.isEmpty() || "/*?".indexOf(rest.charAt(0)) >= 0;
    }

    /** Each action that is named must be one that can be done to one of the resources. */
    private static void requireApplicable(Actions actions, Statement.Resources resources) {
        if (actions.excluded() || resources.excluded()) {
            return;
        }
        for (String pattern : actions.patterns()) {
            if (Actions.named(pattern).stream().noneMatch(each -> applies(each, resources))) {
                throw malformed("Action does not apply to any resource(s) in statement");
            }
        }
    }

    private static boolean applies(S3Action action, Statement.Resources resources) {
        return switch (action.kind()) {
            case SERVICE -> false;
            case BUCKET ->
                    resources.patterns().stream().anyMatch(each -> !each.source().contains("/"));
            case OBJECT -> resources.patterns().stream().anyMatch(StatementReader::mayBeObject);
        };
    }

    /** An asterisk behind a bucket's name stands for its keys too. */
    private static boolean mayBeObject(Template resource) {
        return resource.source().contains("/") || resource.source().endsWith("*");
    }
}
