package io.giza.gateway.s3.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.s3.policy.document.KnownPrincipals;
import io.giza.gateway.s3.policy.document.PolicyReader;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

class PolicyEvaluatorTest {
    @Test
    void aDenialHasTheLastWord() {
        Policy policy =
                PolicyReader.ofBucket(
                        """
                        {"Version": "2012-10-17", "Statement": [
                         {"Effect": "Allow", "Principal": "*", "Action": "s3:Get*",
                          "Resource": "arn:aws:s3:::bucket/*"},
                         {"Effect": "Deny", "Principal": "*", "Action": "s3:*",
                          "Resource": "arn:aws:s3:::bucket/secret/*"}]}
                        """
                                .getBytes(StandardCharsets.UTF_8),
                        "bucket",
                        KnownPrincipals.ALL);

        assertThat(decision(policy, S3Action.GET_OBJECT, "a")).isEqualTo(Decision.ALLOW);
        assertThat(decision(policy, S3Action.GET_OBJECT, "secret/a")).isEqualTo(Decision.DENY);
        assertThat(decision(policy, S3Action.PUT_OBJECT, "a")).isEqualTo(Decision.NONE);
    }

    private static Decision decision(Policy policy, S3Action action, String key) {
        return PolicyEvaluator.decide(
                policy,
                new PolicyRequest(
                        new Requester.Anonymous(),
                        action,
                        PolicyRequest.object("bucket", key),
                        ConditionValues.NOTHING));
    }
}
