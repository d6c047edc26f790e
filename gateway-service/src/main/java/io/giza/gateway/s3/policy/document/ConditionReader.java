package io.giza.gateway.s3.policy.document;

import static io.giza.gateway.s3.policy.document.MalformedPolicy.INVALID_JSON;
import static io.giza.gateway.s3.policy.document.MalformedPolicy.malformed;

import io.giza.gateway.s3.policy.Actions;
import io.giza.gateway.s3.policy.Condition;
import io.giza.gateway.s3.policy.ConditionKey;
import io.giza.gateway.s3.policy.ConditionOperator;
import io.giza.gateway.s3.policy.PolicyVersion;
import io.giza.gateway.s3.policy.S3Action;
import io.giza.gateway.s3.policy.Template;
import io.giza.gateway.s3.policy.Values;
import io.giza.http.address.AddressRange;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads the conditions of a statement. */
final class ConditionReader {
    private static final String INVALID_KEY = "Policy has an invalid condition key";

    private ConditionReader() {}

    static List<Condition> read(JsonNode node, PolicyVersion version) {
        if (node.isMissingNode()) {
            return List.of();
        }
        List<Condition> conditions = new ArrayList<>();
        requireObject(node)
                .properties()
                .forEach(
                        operator -> {
                            ConditionOperator named = operator(operator.getKey());
                            requireObject(operator.getValue())
                                    .properties()
                                    .forEach(
                                            key ->
                                                    conditions.add(
                                                            condition(
                                                                    named,
                                                                    key.getKey(),
                                                                    texts(key.getValue()),
                                                                    version)));
                        });
        return conditions;
    }

    private static JsonNode requireObject(JsonNode node) {
        if (!node.isObject()) {
            throw malformed(INVALID_JSON);
        }
        return node;
    }

    private static ConditionOperator operator(String name) {
        return ConditionOperator.named(name)
                .orElseThrow(() -> malformed("Invalid Condition type : " + Fields.printable(name)));
    }

    private static List<String> texts(JsonNode node) {
        List<String> texts = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(each -> texts.add(scalar(each)));
        } else {
            texts.add(scalar(node));
        }
        return texts;
    }

    private static String scalar(JsonNode node) {
        if (!node.isString() && !node.isBoolean() && !node.isNumber()) {
            throw malformed(INVALID_JSON);
        }
        return node.asString();
    }

    private static Condition condition(
            ConditionOperator operator,
            String writtenKey,
            List<String> values,
            PolicyVersion version) {
        String key = ConditionKey.normalised(writtenKey);
        if (!ConditionKey.exists(key)) {
            throw malformed(INVALID_KEY);
        }
        if (values.isEmpty()) {
            throw malformed("Missing condition value for key " + Fields.printable(writtenKey));
        }
        if (key.equals(ConditionKey.SOURCE_IP)) {
            values.forEach(each -> require(AddressRange.parse(each).isPresent(), "IP address"));
        }
        values.forEach(each -> requireReadable(operator.comparison().kind(), each));
        return new Condition(
                operator,
                key,
                values.stream().map(each -> template(operator, each, version)).toList());
    }

    private static void requireReadable(ConditionOperator.Kind kind, String value) {
        switch (kind) {
            case STRING, ARN -> {}
            case NUMERIC -> require(Values.number(value).isPresent(), "number");
            case DATE -> require(Values.date(value).isPresent(), "date");
            case BINARY -> require(Values.bytes(value).isPresent(), "binary value");
            case IP_ADDRESS -> require(AddressRange.parse(value).isPresent(), "IP address");
            case BOOL, NULL ->
                    require(
                            value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false"),
                            "boolean");
        }
    }

    private static void require(boolean readable, String what) {
        if (!readable) {
            throw malformed("Invalid " + what + " in Conditions");
        }
    }

    private static Template template(
            ConditionOperator operator, String value, PolicyVersion version) {
        if (version != PolicyVersion.V2012 || !operator.comparison().takesVariables()) {
            return Template.plain(value);
        }
        try {
            Template template = Template.withVariables(value);
            requireKnown(template, INVALID_KEY);
            return template;
        } catch (Template.MalformedVariableException e) {
            throw malformed(INVALID_KEY);
        }
    }

    /** A variable that no request has a value for would make a statement that never matches. */
    static void requireKnown(Template template, String wrong) {
        if (!template.variables().stream().allMatch(ConditionKey::exists)) {
            throw malformed(wrong);
        }
    }

    /**
     * Checks that requests for what a statement is about have its keys: each action that is named
     * in full, and some of those that a pattern stands for.
     */
    static void requireApplicable(List<Condition> conditions, Actions actions) {
        for (Condition condition : conditions) {
            Set<S3Action> having = ConditionKey.actions(condition.key());
            boolean applies =
                    actions.excluded()
                            ? actions.meant().stream().anyMatch(having::contains)
                            : actions.patterns().stream()
                                    .allMatch(
                                            each ->
                                                    Actions.named(each).stream()
                                                            .anyMatch(having::contains));
            if (!applies) {
                throw malformed(
                        "Conditions do not apply to combination of actions and resources in"
                                + " statement");
            }
        }
    }
}
