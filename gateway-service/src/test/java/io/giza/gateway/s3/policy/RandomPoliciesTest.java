package io.giza.gateway.s3.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.s3.policy.document.KnownPrincipals;
import io.giza.gateway.s3.policy.document.PolicyReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Compares the evaluator with its twin on policies and requests that nobody thought of. */
class RandomPoliciesTest {
    private static final int POLICIES = 400;
    private static final int REQUESTS = 40;

    private static final List<String> PRINCIPALS =
            List.of(
                    "\"*\"",
                    "{\"AWS\":\"*\"}",
                    "{\"AWS\":[\"a\",\"c\"]}",
                    "{\"AWS\":\"arn:aws:iam::a:root\"}",
                    "{\"AWS\":[\"arn:aws:iam::a:user/x\",\"arn:aws:iam::c:role/r\"]}",
                    "{\"AWS\":\"arn:aws:sts::a:assumed-role/r/s\"}",
                    "{\"AWS\":\"x\",\"Service\":\"s.s\",\"Federated\":\"f.f\"}");
    private static final List<String> REQUESTERS =
            List.of("anonymous", "a/x", "a/y", "c/x", "a/role/r/s", "c/role/r/t", "service/s.s");
    private static final List<S3Action> ACTIONS =
            List.of(
                    S3Action.GET_OBJECT,
                    S3Action.PUT_OBJECT,
                    S3Action.GET_OBJECT_VERSION,
                    S3Action.DELETE_OBJECT);
    private static final List<String> NAMES =
            List.of("s3:*", "s3:Get*", "s3:?etObject", "s3:PutObject", "s3:*Object*", "*");
    private static final List<String> KEYS =
            List.of("aws:UserAgent", "aws:Referer", "aws:username", "aws:CurrentTime");

    /** Also values that are none of the kind which an operator compares. */
    private static final List<String> VALUES =
            List.of(
                    "x",
                    "X",
                    "xy",
                    "*",
                    "",
                    "1",
                    "1.0",
                    "2",
                    "-3",
                    "true",
                    "false",
                    "2026-01-01",
                    "2026-01-01T00:00:00Z",
                    "eHk=",
                    "10.0.0.1",
                    "10.0.0.2",
                    "::1",
                    "arn:aws:iam::a:user/x",
                    "arn:aws:iam::a:x:y");

    private static final List<String> TEXTS =
            List.of("x", "x*", "?", "*y", "${aws:username}", "${aws:referer, 'x'}", "${*}", "x?*");
    private static final List<String> NUMBERS = List.of("1", "2", "1.00", "-3");
    private static final List<String> DATES =
            List.of("2026-01-01", "2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00", "1", "2");
    private static final List<String> RANGES =
            List.of("10.0.0.1", "10.0.0.0/31", "10.0.0.2/32", "::/0", "0.0.0.0/0", "10.0.0.0/30");
    private static final List<String> ARNS =
            List.of("arn:aws:iam::a:user/x", "arn:aws:*::a:*", "arn:*", "arn:aws:iam::?:x:?", "x");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aTwinDecidesTheSame(long seed) {
        Random random = new Random(seed);
        Map<Decision, Integer> seen = new EnumMap<>(Decision.class);
        for (int i = 0; i < POLICIES; i++) {
            String json = policy(random);
            Policy policy =
                    PolicyReader.ofBucket(
                            json.getBytes(StandardCharsets.UTF_8), "b", KnownPrincipals.ALL);
            for (int j = 0; j < REQUESTS; j++) {
                Map<String, List<String>> values = values(random);
                PolicyRequest request = request(random, values);
                Decision decision = PolicyEvaluator.decide(policy, request);
                assertThat(decision)
                        .as("seed %d: %s of %s with %s", seed, json, request, values)
                        .isEqualTo(TwinEvaluator.decide(policy, request));
                seen.merge(decision, 1, Integer::sum);
            }
        }
        assertThat(seen.values()).hasSize(3).allMatch(each -> each > POLICIES);
    }

    @Test
    void patternsMatchByTheirDefinition() {
        Random random = new Random(9);
        for (int i = 0; i < 20_000; i++) {
            String pattern = text(random, "ab*?", 7);
            String text = text(random, "ab", 8);
            assertThat(Glob.of(pattern).matches(text))
                    .as("%s of %s", pattern, text)
                    .isEqualTo(
                            TwinEvaluator.like(
                                    pattern.replace('*', '\ue000').replace('?', '\ue001'), text));
        }
    }

    private static String text(Random random, String characters, int most) {
        return IntStream.range(0, random.nextInt(most))
                .mapToObj(
                        _ -> String.valueOf(characters.charAt(random.nextInt(characters.length()))))
                .collect(Collectors.joining());
    }

    private static String policy(Random random) {
        String statements =
                IntStream.rangeClosed(0, random.nextInt(3))
                        .mapToObj(_ -> statement(random))
                        .collect(Collectors.joining(","));
        return "{\"Version\":\""
                + one(random, List.of("2008-10-17", "2012-10-17", "2012-10-17"))
                + "\",\"Statement\":["
                + statements
                + "]}";
    }

    private static String statement(Random random) {
        String action = one(random, NAMES);
        // All but everything is nothing, which no condition applies to.
        String notAction = action.matches("(s3:)?\\*") ? "" : not(random);
        return "{\"Effect\":\"%s\",\"%sPrincipal\":%s,\"%sAction\":\"%s\",\"%sResource\":\"%s\"%s}"
                .formatted(
                        one(random, List.of("Allow", "Allow", "Deny")),
                        not(random),
                        one(random, PRINCIPALS),
                        notAction,
                        action,
                        not(random),
                        "arn:aws:s3:::b/"
                                + one(random, List.of("*", "k", "?", "${aws:username}/*", "x*")),
                        conditions(random));
    }

    private static String not(Random random) {
        return random.nextInt(6) == 0 ? "Not" : "";
    }

    private static String conditions(Random random) {
        Map<String, String> operators = new HashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            ConditionOperator.Comparison comparison =
                    one(random, List.of(ConditionOperator.Comparison.values()));
            boolean isNull = comparison == ConditionOperator.Comparison.NULL;
            String operator =
                    one(random, List.of("", "", "ForAnyValue:", "ForAllValues:"))
                            + comparison.text()
                            + (isNull ? "" : one(random, List.of("", "", "IfExists")));
            String values =
                    IntStream.rangeClosed(0, random.nextInt(2))
                            .mapToObj(_ -> "\"" + value(random, comparison.kind()) + "\"")
                            .collect(Collectors.joining(","));
            operators.put(operator, "{\"" + one(random, KEYS) + "\":[" + values + "]}");
        }
        return operators.isEmpty()
                ? ""
                : operators.entrySet().stream()
                        .map(each -> "\"" + each.getKey() + "\":" + each.getValue())
                        .collect(Collectors.joining(",", ",\"Condition\":{", "}"));
    }

    private static String value(Random random, ConditionOperator.Kind kind) {
        return switch (kind) {
            case STRING -> one(random, TEXTS);
            case NUMERIC -> one(random, NUMBERS);
            case DATE -> one(random, DATES);
            case BOOL, NULL -> one(random, List.of("true", "false"));
            case BINARY -> one(random, List.of("eHk=", ""));
            case IP_ADDRESS -> one(random, RANGES);
            case ARN -> one(random, ARNS);
        };
    }

    private static Map<String, List<String>> values(Random random) {
        Map<String, List<String>> values = new HashMap<>();
        for (String key : List.of("aws:useragent", "aws:referer", "aws:currenttime")) {
            List<String> some = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                some.add(one(random, VALUES));
            }
            values.put(key, some);
        }
        return values;
    }

    private static PolicyRequest request(Random random, Map<String, List<String>> values) {
        return new PolicyRequest(
                PolicyCases.requester(one(random, REQUESTERS)),
                one(random, ACTIONS),
                PolicyRequest.object("b", one(random, List.of("k", "x", "x/k", "*", "y/", "kk"))),
                key -> values.getOrDefault(key, List.of()));
    }

    private static <T> T one(Random random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
