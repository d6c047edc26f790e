package io.giza.gateway.s3.policy.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.s3.policy.ConditionValues;
import io.giza.gateway.s3.policy.Decision;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.PolicyEvaluator;
import io.giza.gateway.s3.policy.PolicyRequest;
import io.giza.gateway.s3.policy.Requester;
import io.giza.gateway.s3.policy.S3Action;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.List;

class NamedPolicyTest {
    @ParameterizedTest
    @CsvSource({
        "readonly, GET_OBJECT, b/k, true",
        "readonly, GET_OBJECT_VERSION, b/k, true",
        "readonly, LIST_BUCKET, b, true",
        "readonly, LIST_ALL_MY_BUCKETS, *, true",
        "readonly, PUT_OBJECT, b/k, false",
        "readonly, DELETE_OBJECT, b/k, false",
        "readonly, PUT_BUCKET_POLICY, b, false",
        "readwrite, GET_OBJECT, b/k, true",
        "readwrite, DELETE_BUCKET, b, true",
        "readwrite, LIST_ALL_MY_BUCKETS, *, true",
        "writeonly, PUT_OBJECT, b/k, true",
        "writeonly, ABORT_MULTIPART_UPLOAD, b/k, true",
        "writeonly, GET_OBJECT, b/k, false",
        "writeonly, LIST_BUCKET, b, false",
        "writeonly, DELETE_OBJECT, b/k, false",
    })
    void allowsWhatTheNameSays(String name, S3Action action, String resource, boolean allowed) {
        Policy policy = read(NamedPolicy.named(name).orElseThrow().document());

        assertThat(decision(policy, action, resource, ConditionValues.NOTHING)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "readonly, GET_OBJECT, b/in/k, true",
        "readonly, GET_OBJECT, b/in, false",
        "readonly, GET_OBJECT, c/in/k, false",
        "readonly, PUT_OBJECT, b/in/k, false",
        "readonly, GET_BUCKET_LOCATION, b, true",
        "readonly, GET_BUCKET_POLICY, b, false",
        "readonly, LIST_ALL_MY_BUCKETS, *, false",
        "readwrite, PUT_OBJECT, b/in/k, true",
        "readwrite, DELETE_OBJECT_VERSION, b/in/k, true",
        "readwrite, PUT_OBJECT, b/out, false",
        "readwrite, DELETE_BUCKET, b, false",
        "writeonly, PUT_OBJECT, b/in/k, true",
        "writeonly, PUT_OBJECT, b/out, false",
        "writeonly, GET_OBJECT, b/in/k, false",
    })
    void isBoundToKeysThatBeginAlike(
            String name, S3Action action, String resource, boolean allowed) {
        Policy policy = read(NamedPolicy.named(name).orElseThrow().document("b", "in/"));

        assertThat(decision(policy, action, resource, ConditionValues.NOTHING)).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({"in/, true", "in/deeper, true", "in, false", "'', false", "out, false"})
    void listsOnlyKeysThatBeginAlike(String prefix, boolean allowed) {
        ConditionValues asked = key -> key.equals("s3:prefix") ? List.of(prefix) : List.of();
        Policy reading = read(NamedPolicy.READONLY.document("b", "in/"));

        assertThat(decision(reading, S3Action.LIST_BUCKET, "b", asked)).isEqualTo(allowed);
        assertThat(decision(reading, S3Action.LIST_BUCKET_VERSIONS, "b", asked)).isEqualTo(allowed);
        assertThat(decision(reading, S3Action.LIST_BUCKET_MULTIPART_UPLOADS, "b", asked))
                .isEqualTo(allowed);
        assertThat(
                        decision(
                                read(NamedPolicy.READONLY.document("b", "")),
                                S3Action.LIST_BUCKET,
                                "b",
                                asked))
                .isTrue();
        assertThat(
                        decision(
                                read(NamedPolicy.WRITEONLY.document("b", "in/")),
                                S3Action.LIST_BUCKET,
                                "b",
                                asked))
                .isFalse();
    }

    @Test
    void takesCharactersOfThePrefixAsTheyAre() {
        Policy policy = read(NamedPolicy.READWRITE.document("b", "a*?${aws:username}\"\\"));

        assertThat(
                        decision(
                                policy,
                                S3Action.GET_OBJECT,
                                "b/a*?${aws:username}\"\\k",
                                ConditionValues.NOTHING))
                .isTrue();
        assertThat(
                        decision(
                                policy,
                                S3Action.GET_OBJECT,
                                "b/abc${aws:username}\"\\k",
                                ConditionValues.NOTHING))
                .isFalse();
    }

    @Test
    void noOtherNamesAreKnown() {
        assertThat(NamedPolicy.named("ReadOnly")).isEmpty();
        assertThat(NamedPolicy.named("")).isEmpty();
    }

    private static Policy read(String document) {
        return PolicyReader.ofKey(document.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean decision(
            Policy policy, S3Action action, String resource, ConditionValues facts) {
        Requester requester =
                new Requester.User(new Requester.AccountName("a", "id"), "GIZA1", "GIZA1");
        return PolicyEvaluator.decide(
                        policy,
                        new PolicyRequest(requester, action, PolicyRequest.ARN + resource, facts))
                == Decision.ALLOW;
    }
}
