package io.giza.gateway.s3.policy.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.s3.document.Tags;
import io.giza.gateway.s3.policy.ConditionKey;
import io.giza.gateway.s3.policy.ConditionValues;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

class RequestConditionsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    aws:CurrentTime                  | [2026-01-02T03:04:05Z]
                    aws:EpochTime                    | [1767323045]
                    aws:SecureTransport              | [true]
                    aws:SourceIp                     | [192.0.2.1]
                    aws:UserAgent                    | [agent]
                    aws:Referer                      | [http://example.com/]
                    s3:TlsVersion                    | [1.3]
                    s3:ResourceAccount               | [owner]
                    s3:authType                      | [REST-HEADER]
                    s3:signatureversion              | [AWS4-HMAC-SHA256]
                    s3:signatureAge                  | [5678]
                    s3:prefix                        | [home/]
                    s3:delimiter                     | []
                    s3:max-keys                      | [10]
                    s3:VersionId                     | [v]
                    s3:x-amz-acl                     | [private]
                    s3:x-amz-grant-read              | []
                    s3:x-amz-copy-source             | [/b/k]
                    s3:x-amz-content-sha256          | [UNSIGNED-PAYLOAD]
                    s3:x-amz-storage-class           | [STANDARD]
                    s3:if-none-match                 | [*]
                    s3:if-match                      | []
                    s3:RequestObjectTag/Team         | [one two]
                    s3:RequestObjectTag/team         | []
                    s3:RequestObjectTagKeys          | [Owner, Team]
                    s3:object-lock-mode              | [GOVERNANCE]
                    s3:object-lock-legal-hold        | []
                    s3:object-lock-retain-until-date | [2026-01-12T03:04:06Z]
                    s3:object-lock-remaining-retention-days | [10]
                    s3:ExistingObjectTag/Team        | []
                    aws:username                     | []
                    """)
    void tellsWhatTheHeadSays(String key, String values) {
        assertThat(conditions().of(ConditionKey.normalised(key))).hasToString(values);
    }

    @Test
    void findsTagsOnceAndOnlyIfAsked() {
        AtomicInteger sought = new AtomicInteger();
        RequestConditions conditions =
                conditions()
                        .withObjectTags(
                                () -> {
                                    sought.incrementAndGet();
                                    return Tags.of(Map.of("Team", "one"));
                                });

        assertThat(conditions.of("aws:useragent")).containsExactly("agent");
        assertThat(sought).hasValue(0);
        assertThat(conditions.of("s3:existingobjecttag/Team")).containsExactly("one");
        assertThat(conditions.of("s3:existingobjecttag/team")).isEmpty();
        assertThat(sought).hasValue(1);
    }

    @Test
    void takesTagsOfTheDocumentAndOtherKeys() {
        RequestConditions conditions =
                unsigned("")
                        .withRequestTags(Tags.of(Map.of("a", "b")))
                        .with(
                                key ->
                                        key.equals("s3:locationconstraint")
                                                ? List.of("eu")
                                                : List.of());

        assertThat(conditions.of("s3:requestobjecttag/a")).containsExactly("b");
        assertThat(conditions.of("s3:requestobjecttagkeys")).containsExactly("a");
        assertThat(conditions.of("s3:locationconstraint")).containsExactly("eu");
        assertThat(conditions.of("s3:authtype")).isEmpty();
        assertThat(conditions.of("s3:signatureage")).isEmpty();
        assertThat(conditions.of("s3:tlsversion")).isEmpty();
        assertThat(conditions.of("s3:resourceaccount")).isEmpty();
    }

    @Test
    void whatCannotBeReadIsNotThere() {
        assertThat(unsigned("x-amz-tagging=%zz").of("s3:requestobjecttagkeys")).isEmpty();
        assertThat(
                        unsigned("x-amz-object-lock-retain-until-date=tomorrow")
                                .of("s3:object-lock-remaining-retention-days"))
                .isEmpty();
    }

    private static RequestConditions unsigned(String header) {
        return new RequestConditions(
                OperationActionsTest.request("", header),
                new RequestConditions.Arrival("192.0.2.1", NOW, ""),
                RequestConditions.Signature.NONE,
                "",
                ConditionValues.NOTHING);
    }

    private static RequestConditions conditions() {
        Map<String, List<String>> headers = new TreeMap<>();
        headers.put("User-Agent", List.of("agent"));
        headers.put("Referer", List.of("http://example.com/"));
        headers.put("x-amz-acl", List.of("private"));
        headers.put("x-amz-copy-source", List.of("/b/k"));
        headers.put("x-amz-content-sha256", List.of("UNSIGNED-PAYLOAD"));
        headers.put("x-amz-storage-class", List.of("STANDARD"));
        headers.put("x-amz-tagging", List.of("Team=one%20two&Owner=x"));
        headers.put("x-amz-object-lock-mode", List.of("GOVERNANCE"));
        headers.put("x-amz-object-lock-retain-until-date", List.of("2026-01-12T03:04:06Z"));
        headers.put("If-None-Match", List.of("*"));
        RawRequest request =
                new RawRequest(
                        "PUT",
                        "/b/k",
                        Query.parse("prefix=home/&max-keys=10&versionId=v"),
                        Headers.of(headers),
                        true,
                        "");
        return new RequestConditions(
                request,
                new RequestConditions.Arrival("192.0.2.1", NOW, "1.3"),
                new RequestConditions.Signature(
                        "REST-HEADER", "AWS4-HMAC-SHA256", NOW.minusMillis(5678)),
                "owner",
                ConditionValues.NOTHING);
    }
}
