package io.giza.gateway.s3.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.s3.policy.PolicyCases.Case;
import io.giza.gateway.s3.policy.document.PolicyReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** A table of policies, requests and decisions, with the examples of S3's documentation. */
class PolicyEvaluatorTest {
    static List<Case> cases() {
        return PolicyCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decidesAsS3Does(Case each) {
        assertThat(PolicyEvaluator.decide(each.policy(), each.request()))
                .as(each.toString())
                .isEqualTo(each.decision());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aTwinDecidesTheSame(Case each) {
        assertThat(TwinEvaluator.decide(each.policy(), each.request()))
                .as(each.toString())
                .isEqualTo(each.decision());
    }

    @Test
    void severalPoliciesAreTakenAsOne() {
        Policy allowing = key("Allow", "s3:*");
        Policy denying = key("Deny", "s3:Put*");

        assertThat(decision(List.of(allowing, denying), S3Action.PUT_OBJECT))
                .isEqualTo(Decision.DENY);
        assertThat(decision(List.of(denying, allowing), S3Action.PUT_OBJECT))
                .isEqualTo(Decision.DENY);
        assertThat(decision(List.of(denying, allowing), S3Action.GET_OBJECT))
                .isEqualTo(Decision.ALLOW);
        assertThat(decision(List.of(), S3Action.GET_OBJECT)).isEqualTo(Decision.NONE);
    }

    @Test
    void aLongPatternThatNearlyMatchesEverywhereIsDecided() {
        String pattern = "*" + "a*".repeat(3000) + "b";
        String nearly = "a".repeat(8000);

        assertThat(Glob.of(pattern).matches(nearly)).isFalse();
        assertThat(Glob.of(pattern).matches(nearly + "b")).isTrue();
        assertThat(Glob.of("*" + "a?".repeat(2000) + "b").matches(nearly)).isFalse();
        assertThat(Glob.of("*".repeat(20_000)).matches(nearly)).isTrue();
    }

    private static Policy key(String effect, String action) {
        String json =
                "{\"Statement\":{\"Effect\":\"%s\",\"Action\":\"%s\",\"Resource\":\"*\"}}"
                        .formatted(effect, action);
        return PolicyReader.ofKey(json.getBytes(StandardCharsets.UTF_8));
    }

    private static Decision decision(List<Policy> policies, S3Action action) {
        return PolicyEvaluator.decide(
                policies,
                new PolicyRequest(
                        new Requester.Anonymous(),
                        action,
                        PolicyRequest.object("b", "k"),
                        ConditionValues.NOTHING));
    }
}
