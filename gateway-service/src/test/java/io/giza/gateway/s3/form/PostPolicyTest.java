package io.giza.gateway.s3.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.gateway.s3.error.S3Exception;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

class PostPolicyTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"key":"a/b"}                          | true
                    {"key":"a/c"}                          | false
                    {"KEY":"a/b"}                          | true
                    ["eq","$key","a/b"]                    | true
                    ["EQ","$Key","a/b"]                    | true
                    ["eq","$key","a"]                      | false
                    ["starts-with","$key","a/"]            | true
                    ["starts-with","$key",""]              | true
                    ["starts-with","$key","b"]             | false
                    """)
    void aConditionIsAboutOneField(String condition, boolean holds) {
        PostPolicy policy = policy("[{\"bucket\":\"b\"}," + condition + "]");
        Map<String, String> fields = Map.of("bucket", "b", "key", "a/b");

        if (holds) {
            assertThatCode(() -> policy.check(fields, NOW)).doesNotThrowAnyException();
        } else {
            assertDenied(policy, fields, NOW, "Policy Condition failed");
        }
    }

    @Test
    void everyFieldMustBeAllowedAndEveryConditionMet() {
        PostPolicy policy =
                policy("[{\"bucket\":\"b\"},{\"key\":\"k\"},[\"starts-with\",\"$acl\",\"\"]]");
        Map<String, String> fields = new LinkedHashMap<>(Map.of("bucket", "b", "key", "k"));

        assertDenied(policy, fields, NOW, "Policy Condition failed");
        fields.put("acl", "private");
        fields.put("x-ignore-me", "1");
        fields.put("policy", "p");
        fields.put("x-amz-signature", "s");
        policy.check(fields, NOW);
        fields.put("x-amz-meta-a", "1");
        assertDenied(policy, fields, NOW, "Extra input fields: x-amz-meta-a");
        assertDenied(policy("[]"), Map.of("bucket", "b"), NOW, "Extra input fields: bucket");
    }

    @Test
    void aPolicyEnds() {
        PostPolicy policy = policy("[]");

        policy.check(Map.of(), NOW);
        assertDenied(policy, Map.of(), Instant.parse("2026-11-21T13:00:00Z"), "Policy expired");
    }

    @Test
    void everyTypeOfAListMustBeAllowed() {
        PostPolicy policy = policy("[[\"starts-with\",\"$Content-Type\",\"image/\"]]");

        policy.check(Map.of("content-type", "image/png, image/jpeg"), NOW);
        assertDenied(
                policy, Map.of("content-type", "image/png, text/html"), NOW, "Condition failed");
    }

    @Test
    void sizesAreTheNarrowestOfAllRanges() {
        PostPolicy policy =
                policy(
                        "[[\"content-length-range\",1,100],[\"content-length-range\",\"5\",\"50\"]]");

        assertThat(policy.least()).isEqualTo(5);
        assertThat(policy.greatest(1000)).isEqualTo(50);
        assertThat(policy.greatest(10)).isEqualTo(10);
        assertThat(policy("[]").greatest(1000)).isEqualTo(1000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{}",
                "{\"expiration\":1,\"conditions\":[]}",
                "{\"expiration\":\"tomorrow\",\"conditions\":[]}",
                "{\"expiration\":\"2027-01-01T00:00:00Z\"}",
                "{\"expiration\":\"2027-01-01T00:00:00Z\",\"conditions\":{}}",
                "{\"expiration\":\"2027-01-01T00:00:00Z\",\"conditions\":[1]}",
                "{\"expiration\":\"2027-01-01T00:00:00Z\",\"conditions\":[[\"eq\",\"$k\"]]}",
                "{\"expiration\":\"2027-01-01T00:00:00Z\",\"conditions\":[[\"eq\",\"k\",\"v\"]]}",
                "{\"expiration\":\"2027-01-01T00:00:00Z\",\"conditions\":[[\"ne\",\"$k\",\"v\"]]}",
                "{\"expiration\":\"2027-01-01T00:00:00Z\",\"conditions\":[{\"k\":[]}]}",
                "{\"expiration\":\"2027-01-01T00:00:00Z\",\"conditions\":[[\"content-length-range\",-1,2]]}",
                "{\"expiration\":\"2027-01-01T00:00:00Z\",\"conditions\":[[[[[[[[[[[[]]]]]]]]]]]]}",
            })
    void aPolicyThatMeansNothingIsRefused(String json) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> PostPolicy.read(base64(json)))
                .satisfies(e -> assertThat(e.error().code()).isEqualTo("InvalidPolicyDocument"));
    }

    private static PostPolicy policy(String conditions) {
        return PostPolicy.read(
                base64(
                        "{\"expiration\":\"2026-11-21T13:00:00.000Z\",\"conditions\":"
                                + conditions
                                + "}"));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertDenied(
            PostPolicy policy, Map<String, String> fields, Instant now, String reason) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> policy.check(fields, now))
                .satisfies(e -> assertThat(e.error().code()).isEqualTo("AccessDenied"))
                .withMessageContaining(reason);
    }
}
