package io.giza.gateway.s3.form;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a signed policy lets a form upload.
 *
 * @param expiration until when
 * @param conditions all of which must hold
 */
record PostPolicy(Instant expiration, List<Condition> conditions) {
    private static final int MAX_DEPTH = 8;
    private static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(MAX_DEPTH)
                                                    .build())
                                    .build())
                    .build();

    /** Fields that no condition has to be about. */
    private static final Set<String> EXEMPT_FIELDS =
            Set.of("x-amz-signature", "file", "policy", "awsaccesskeyid", "signature");

    private static final String IGNORED = "x-ignore-";

    /** One condition. */
    sealed interface Condition {}

    /** The field has exactly this value. */
    record Exactly(String field, String value) implements Condition {}

    /** The field's value begins so. */
    record StartsWith(String field, String beginning) implements Condition {}

    /** The file has a size from {@code least} to {@code greatest}, in bytes. */
    record Length(long least, long greatest) implements Condition {}

    PostPolicy {
        conditions = List.copyOf(conditions);
    }

    /**
     * Reads a policy.
     *
     * @param base64 as it was signed
     * @throws S3Exception InvalidPolicyDocument
     */
    static PostPolicy read(String base64) {
        try {
            byte[] json = Base64.getMimeDecoder().decode(base64);
            JsonNode document = JSON.readTree(new String(json, StandardCharsets.UTF_8));
            if (!document.isObject() || !document.path("expiration").isString()) {
                throw invalid("Invalid JSON.");
            }
            Instant expiration =
                    OffsetDateTime.parse(document.path("expiration").asString()).toInstant();
            if (!document.path("conditions").isArray()) {
                throw invalid("Policy missing conditions.");
            }
            List<Condition> conditions = new ArrayList<>();
            document.path("conditions").forEach(each -> read(each, conditions));
            return new PostPolicy(expiration, conditions);
        } catch (DateTimeException e) {
            throw invalid("Invalid 'expiration' value.");
        } catch (IllegalArgumentException | JacksonException e) {
            throw invalid("Invalid JSON.");
        }
    }

    private static void read(JsonNode node, List<Condition> conditions) {
        if (node.isObject()) {
            node.properties()
                    .forEach(
                            each ->
                                    conditions.add(
                                            new Exactly(
                                                    lower(each.getKey()), text(each.getValue()))));
            return;
        }
        if (!node.isArray() || node.size() != 3) {
            throw invalid("Invalid Simple-Condition.");
        }
        String kind = text(node.get(0)).toLowerCase(Locale.ROOT);
        switch (kind) {
            case "eq" -> conditions.add(new Exactly(field(node.get(1)), text(node.get(2))));
            case "starts-with" ->
                    conditions.add(new StartsWith(field(node.get(1)), text(node.get(2))));
            case "content-length-range" ->
                    conditions.add(new Length(number(node.get(1)), number(node.get(2))));
            default -> throw invalid("Unknown condition.");
        }
    }

    private static String field(JsonNode node) {
        String text = text(node);
        if (!text.startsWith("$")) {
            throw invalid("Invalid Simple-Condition: a field begins with $.");
        }
        return lower(text.substring(1));
    }

    private static String text(JsonNode node) {
        if (!node.isString() && !node.isNumber()) {
            throw invalid("Invalid Simple-Condition.");
        }
        return node.asString();
    }

    private static long number(JsonNode node) {
        String text = text(node);
        if (!text.matches("\\d{1,18}")) {
            throw invalid("Invalid content-length-range.");
        }
        return Long.parseLong(text);
    }

    /**
     * Checks everything but the file's size.
     *
     * @param fields all fields, and {@code bucket}, value by lower-case name
     * @throws S3Exception AccessDenied
     */
    void check(Map<String, String> fields, Instant now) {
        if (!now.isBefore(expiration)) {
            throw denied("Policy expired.");
        }
        Set<String> covered = new HashSet<>();
        for (Condition condition : conditions) {
            boolean holds =
                    switch (condition) {
                        case Exactly(String field, String value) -> {
                            covered.add(field);
                            yield value.equals(fields.get(field));
                        }
                        case StartsWith(String field, String beginning) -> {
                            covered.add(field);
                            yield startsWith(field, fields.get(field), beginning);
                        }
                        case Length _ -> true;
                    };
            if (!holds) {
                throw denied("Policy Condition failed: " + describe(condition));
            }
        }
        List<String> extra =
                fields.keySet().stream()
                        .filter(name -> !covered.contains(name))
                        .filter(name -> !EXEMPT_FIELDS.contains(name) && !name.startsWith(IGNORED))
                        .toList();
        if (!extra.isEmpty()) {
            throw denied("Extra input fields: " + String.join(", ", extra));
        }
    }

    private static boolean startsWith(String field, @Nullable String value, String beginning) {
        if (value == null) {
            return false;
        }
        // A field may list several types, each of which must be allowed.
        return field.equals("content-type")
                ? Arrays.stream(value.split(",", -1))
                        .allMatch(each -> each.strip().startsWith(beginning))
                : value.startsWith(beginning);
    }

    /** Returns the greatest size that all conditions allow, at most {@code limit}. */
    long greatest(long limit) {
        return conditions.stream()
                .filter(Length.class::isInstance)
                .mapToLong(each -> ((Length) each).greatest())
                .reduce(limit, Math::min);
    }

    /** Returns the least size that all conditions allow. */
    long least() {
        return conditions.stream()
                .filter(Length.class::isInstance)
                .mapToLong(each -> ((Length) each).least())
                .reduce(0, Math::max);
    }

    private static String describe(Condition condition) {
        return switch (condition) {
            case Exactly(String field, String value) ->
                    "[\"eq\", \"$" + field + "\", \"" + value + "\"]";
            case StartsWith(String field, String beginning) ->
                    "[\"starts-with\", \"$" + field + "\", \"" + beginning + "\"]";
            case Length(long least, long greatest) ->
                    "[\"content-length-range\", " + least + ", " + greatest + "]";
        };
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static S3Exception denied(String reason) {
        return new S3Exception(S3Error.ACCESS_DENIED, "Invalid according to Policy: " + reason);
    }

    private static S3Exception invalid(String reason) {
        return new S3Exception(S3Error.INVALID_POLICY_DOCUMENT, "Invalid Policy: " + reason);
    }
}
