package io.giza.gateway.s3.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.record.AccessKeyRecord.Role;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Signature Version 2 in queries: the examples that AWS publishes, and what must not pass. */
class SigV2Test {
    private static final String KEY = "AKIAIOSFODNN7EXAMPLE";
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    private static final long EXPIRES = 1_175_139_620;
    private static final Instant NOW = Instant.ofEpochSecond(EXPIRES - 60);

    @ParameterizedTest
    @CsvSource({
        "GET, /johnsmith/photos/puppy.jpg, '', '', 1175139620, NpgCjnDzrM+WFzoENXmpNDUsSn8=",
        "GET, /johnsmith/photos/puppy.jpg, '', '', 'Tue, 27 Mar 2007 19:36:42 +0000',"
                + " bWq2s1WEIj+Ydj0vQ697zp+IXMU=",
        "PUT, /johnsmith/photos/puppy.jpg, '', image/jpeg, 'Tue, 27 Mar 2007 21:15:45 +0000',"
                + " MyyxeRY7whkBe+bq8fHCL/2kKUg=",
        "GET, /johnsmith/, 'prefix=photos&max-keys=50&marker=puppy', '',"
                + " 'Tue, 27 Mar 2007 19:42:41 +0000', htDYFYduRNen8P9ZfE/s9SuKy0U=",
        "GET, /johnsmith/, acl, '', 'Tue, 27 Mar 2007 19:44:46 +0000',"
                + " c2WLPFtWHVgbEmeEG93a4cG37dM="
    })
    void thePublishedExamplesAreSignedAlike(
            String method, String path, String query, String type, String date, String signature) {
        Map<String, List<String>> headers =
                type.isEmpty() ? Map.of() : Map.of("content-type", List.of(type));
        assertThat(signed(method, path, query, headers, date)).isEqualTo(signature);
    }

    @Test
    void thePublishedUploadIsSignedAlike() {
        Map<String, List<String>> headers = new TreeMap<>();
        headers.put("content-type", List.of("application/x-download"));
        headers.put("content-md5", List.of("4gJE4saaMU4BqNR0kLY+lw=="));
        headers.put("x-amz-acl", List.of("public-read"));
        headers.put("X-Amz-Meta-ReviewedBy", List.of("joe@johnsmith.net", "jane@johnsmith.net"));
        headers.put("X-Amz-Meta-FileChecksum", List.of("0x02661779"));
        headers.put("X-Amz-Meta-ChecksumAlgorithm", List.of("crc32"));
        assertThat(
                        signed(
                                "PUT",
                                "/static.johnsmith.net/db-backup.dat.gz",
                                "",
                                headers,
                                "Tue, 27 Mar 2007 21:06:08 +0000"))
                .isEqualTo("ilyl83RwaSoYIEdixDQcA4OnAnc=");
    }

    @Test
    void thePublishedUrlIsAccepted() {
        Caller caller = authenticate(published());
        assertThat(caller.accessKeyId()).isEqualTo(KEY);
        assertThat(caller.payload()).isEqualTo(new PayloadMode.Unsigned());
        assertThat(caller.signedHeaders()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | /bucket/a%20b/%C3%BC%2B%25%3F | '' | %2FjNy21CdbuD6fyO"
                        + "29RKB%2F6vJQBY%3D",
                "GET | /bucket/k | versionId=v1&response-content-disposition="
                        + "attachment%3B%20filename%3D%22a%20b.txt%22&response-content-"
                        + "type=text%2Fplain | pr7bxF4Jn060rO%2FM%2F9urMFPgxsU%3D",
                "HEAD | /bucket/k | '' | np9GZK8HtHGh5nxpX0opf4j30HI%3D",
                "PUT | /bucket/k | x-amz-meta-a=b%20c&x-amz-acl=private&conte"
                        + "nt-type=text%2Fx-giza | T7KAuKb4gWFt90KulRwXNY%2F0qJE%3D",
                "PUT | /bucket/k | uploadId=u%2F1%2B2%3D&partNumber=3 | TgO%2"
                        + "FVjdh7Yw5UCutmQ6MisRm8Nk%3D",
                "GET | /bucket/k | tagging | wgxfYJAiDylw%2BfTePJiDj5jlGR8%3D",
                "PUT | /bucket/k | x-amz-sdk-checksum-algorithm=SHA256 | dLxY"
                        + "JbRl4aDRKiYSo9i%2B3JIQ514%3D"
            })
    void whatBotocoreSignsIsAccepted(String method, String path, String query, String signature) {
        String claim = "AWSAccessKeyId=" + KEY + "&Expires=" + EXPIRES + "&Signature=" + signature;
        RawRequest request = request(method, path, query + "&" + claim, Map.of());
        assertThat(authenticate(request).accessKeyId()).isEqualTo(KEY);
    }

    @Test
    void unlessItIsAllowedItIsRefusedAndTheSettingIsNamed() {
        assertThatThrownBy(() -> authenticator(NOW, false).authenticate(published()))
                .hasMessageContaining("giza.gateway.signature-v2")
                .hasMessageContaining("signature_version='s3v4'")
                .isInstanceOfSatisfying(
                        S3Exception.class, e -> assertThat(e.error().status()).isEqualTo(400));
    }

    @Test
    void aUrlIsGoodUntilItExpiresAndForAWeekAtMost() {
        authenticator(Instant.ofEpochSecond(EXPIRES), true).authenticate(published());
        assertRefused(
                S3Error.ACCESS_DENIED,
                () ->
                        authenticator(Instant.ofEpochSecond(EXPIRES + 1), true)
                                .authenticate(published()));
        assertRefused(
                S3Error.INVALID_REQUEST,
                () -> authenticator(NOW.minus(Duration.ofDays(8)), true).authenticate(published()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "acl",
                "versionId=1",
                "uploadId=u&partNumber=1",
                "response-content-type=text/plain&response-content-disposition=attachment; a=b",
                "x-amz-meta-colour=green&x-amz-acl=private",
                "x-amz-checksum-crc32=AAAAAA==&content-type=text/plain"
            })
    void whatIsSignedWithAUrlIsAccepted(String query) {
        RawRequest request = url("PUT", query, query);
        assertThat(authenticate(request).accessKeyId()).isEqualTo(KEY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "acl                        | ''                        | acl",
                "another version            | versionId=1               | versionId=2",
                "no version                 | versionId=1               | ''",
                "another type               | response-content-type=a/b | response-content-type=a/c",
                "metadata                   | ''                        | x-amz-meta-a=b",
                "a canned list              | x-amz-acl=private         | x-amz-acl=public-read",
                "a type                     | ''                        | content-type=a/b"
            })
    void whatIsChangedAfterSigningIsRefused(String what, String signed, String sent) {
        assertRefused(
                S3Error.SIGNATURE_DOES_NOT_MATCH, () -> authenticate(url("PUT", signed, sent)));
    }

    @Test
    void aHeaderThatIsAddedAfterSigningIsRefused() {
        RawRequest request = url("PUT", "", "");
        RawRequest more =
                new RawRequest(
                        "PUT",
                        request.rawPath(),
                        request.query(),
                        Headers.of(Map.of("x-amz-meta-a", List.of("b"))));
        assertRefused(S3Error.SIGNATURE_DOES_NOT_MATCH, () -> authenticate(more));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "attributes",
                "list-type=2",
                "prefix=a",
                "cachebuster=1",
                "X-Amz-Date=20070101T000000Z",
                "x-amz-security-token=t"
            })
    void whatTheSignatureDoesNotCoverIsRefused(String parameter) {
        assertRefused(S3Error.INVALID_REQUEST, () -> authenticate(url("GET", "", parameter)));
    }

    @Test
    void aValueCannotHideAnotherParameter() {
        RawRequest honest = url("GET", "response-content-type=a/b&versionId=1", "");
        String signature = honest.query().first("Signature").orElseThrow();
        String hiding = "response-content-type=" + PercentCoding.encode("a/b&versionId=1");
        assertRefused(
                S3Error.INVALID_REQUEST, () -> authenticate(signedAs("GET", signature, hiding)));
        String line = "response-content-type=" + PercentCoding.encode("a\nb");
        assertRefused(S3Error.INVALID_REQUEST, () -> authenticate(url("GET", line, line)));
        String header = "x-amz-checksum-a=" + PercentCoding.encode("a\nx-amz-acl:public-read");
        assertRefused(S3Error.INVALID_ARGUMENT, () -> authenticate(url("GET", header, header)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "POST"})
    void otherMethodsAreRefused(String method) {
        assertRefused(S3Error.INVALID_REQUEST, () -> authenticate(url(method, "", "")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AWSAccessKeyId=k&Expires=1175139620",
                "AWSAccessKeyId=k&Signature=s",
                "AWSAccessKeyId=k&Signature=s&Expires=soon",
                "AWSAccessKeyId=k&Signature=s&Expires=-1",
                "AWSAccessKeyId=k&Signature=s&Expires=99999999999999999999",
                "AWSAccessKeyId=k&Signature=s&Signature=t&Expires=1175139620",
                "AWSAccessKeyId=&Signature=s&Expires=1175139620"
            })
    void aClaimThatIsNotWellFormedIsRefused(String query) {
        assertRefused(
                S3Error.ACCESS_DENIED, () -> authenticate(request("GET", "/b/k", query, Map.of())));
    }

    @Test
    void anUnknownKeyIsRefused() {
        RawRequest request =
                request(
                        "GET",
                        "/b/k",
                        "AWSAccessKeyId=nobody&Signature=s&Expires=" + EXPIRES,
                        Map.of());
        assertRefused(S3Error.INVALID_ACCESS_KEY_ID, () -> authenticate(request));
    }

    private static RawRequest published() {
        return request(
                "GET",
                "/johnsmith/photos/puppy.jpg",
                "AWSAccessKeyId="
                        + KEY
                        + "&Signature=NpgCjnDzrM%2BWFzoENXmpNDUsSn8%3D&Expires="
                        + EXPIRES,
                Map.of());
    }

    /** Returns a URL that was signed with one query and is sent with another. */
    private static RawRequest url(String method, String signed, String sent) {
        Map<String, List<String>> headers = new TreeMap<>();
        Query.parse(signed).parameters().stream()
                .filter(each -> each.name().equals("content-type"))
                .forEach(each -> headers.put(each.name(), List.of(each.value())));
        String signature = signed(method, "/b/k", signed, headers, Long.toString(EXPIRES));
        return signedAs(method, signature, sent);
    }

    private static RawRequest signedAs(String method, String signature, String sent) {
        return request(
                method,
                "/b/k",
                "AWSAccessKeyId="
                        + KEY
                        + "&Expires="
                        + EXPIRES
                        + "&Signature="
                        + PercentCoding.encode(signature)
                        + (sent.isEmpty() ? "" : "&" + sent),
                Map.of());
    }

    private static String signed(
            String method,
            String path,
            String query,
            Map<String, List<String>> headers,
            String date) {
        RawRequest request = request(method, path, query, headers);
        return SigV2.sign(
                SECRET, SigV2.stringToSign(request, SigV2.amzHeaders(request), date, path));
    }

    private static RawRequest request(
            String method, String path, String query, Map<String, List<String>> headers) {
        return new RawRequest(method, path, Query.parse(query), Headers.of(headers));
    }

    private static Authenticator authenticator(Instant now, boolean allowed) {
        return new Authenticator(
                AccessKeys.single(
                        KEY, new AccessKeys.Holder(SECRET, RunningGateway.account(), Role.USER)),
                SessionKeys.NONE,
                InstantSource.fixed(now),
                Duration.ofMinutes(15),
                allowed);
    }

    private static Caller authenticate(RawRequest request) {
        return authenticator(NOW, true).authenticate(request);
    }

    private static void assertRefused(S3Error error, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        S3Exception.class, e -> assertThat(e.error()).isEqualTo(error));
    }
}
