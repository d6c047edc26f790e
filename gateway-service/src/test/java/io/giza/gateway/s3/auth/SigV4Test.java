package io.giza.gateway.s3.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.signature.CredentialScope;
import io.giza.signature.SigV4;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The examples that AWS publishes for Signature Version 4 in S3, byte for byte. */
public class SigV4Test {
    private static final String KEY = "AKIAIOSFODNN7EXAMPLE";
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    private static final Instant SIGNED_AT = Instant.parse("2013-05-24T00:00:00Z");
    private static final String HOST = "examplebucket.s3.amazonaws.com";

    @Test
    void getOfARangeIsAccepted() {
        Caller caller =
                authenticate(
                        "GET",
                        "/test.txt",
                        "",
                        Map.of("range", "bytes=0-9"),
                        "host;range;x-amz-content-sha256;x-amz-date",
                        "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
        assertThat(caller.accessKeyId()).isEqualTo(KEY);
        assertThat(caller.payload()).isEqualTo(new PayloadMode.SignedDigest(SigV4.EMPTY_SHA256));
    }

    @Test
    void putOfAKeyWithADollarIsAcceptedWhetherItIsEncodedOrNot() {
        String digest = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072";
        for (String path : List.of("/test$file.text", "/test%24file.text")) {
            Caller caller =
                    authenticate(
                            "PUT",
                            path,
                            "",
                            Map.of(
                                    "date", "Fri, 24 May 2013 00:00:00 GMT",
                                    "x-amz-storage-class", "REDUCED_REDUNDANCY",
                                    "x-amz-content-sha256", digest),
                            "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
                            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
            assertThat(caller.payload()).isEqualTo(new PayloadMode.SignedDigest(digest));
        }
    }

    @Test
    void subresourceWithoutAValueIsAccepted() {
        assertThat(
                        authenticate(
                                        "GET",
                                        "/",
                                        "lifecycle",
                                        Map.of(),
                                        "host;x-amz-content-sha256;x-amz-date",
                                        "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a013"
                                                + "6783543")
                                .accessKeyId())
                .isEqualTo(KEY);
    }

    @Test
    void listingParametersAreSortedBeforeTheyAreCompared() {
        assertThat(
                        authenticate(
                                        "GET",
                                        "/",
                                        "prefix=J&max-keys=2",
                                        Map.of(),
                                        "host;x-amz-content-sha256;x-amz-date",
                                        "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef"
                                                + "69dc6f7")
                                .accessKeyId())
                .isEqualTo(KEY);
    }

    @Test
    void presignedGetIsAcceptedUntilItExpires() {
        Instant end = SIGNED_AT.plusSeconds(86_400);
        assertThat(presigned(86_400, end).payload()).isEqualTo(new PayloadMode.Unsigned());
        assertRefused(S3Error.ACCESS_DENIED, () -> presigned(86_400, end.plusSeconds(1)));
        assertRefused(
                S3Error.AUTHORIZATION_QUERY_PARAMETERS_ERROR, () -> presigned(604_801, SIGNED_AT));
        assertRefused(S3Error.SIGNATURE_DOES_NOT_MATCH, () -> presigned(604_800, SIGNED_AT));
        assertRefused(S3Error.ACCESS_DENIED, () -> presigned(86_400, SIGNED_AT.minusSeconds(901)));
    }

    @Test
    void malformedAuthorizationIsRefused() {
        for (String header :
                List.of(
                        "AWS4-HMAC-SHA256 nonsense",
                        "AWS4-HMAC-SHA256 Credential=a/b/c, SignedHeaders=host, Signature="
                                + SigV4.EMPTY_SHA256,
                        "AWS4-HMAC-SHA256 Credential=a/20130525/r/s3/aws4_request,"
                                + " SignedHeaders=host, Signature="
                                + SigV4.EMPTY_SHA256)) {
            assertRefused(
                    S3Error.AUTHORIZATION_HEADER_MALFORMED,
                    () -> authenticator(SIGNED_AT).authenticate(request("", header)));
        }
        assertRefused(
                S3Error.INVALID_REQUEST,
                () -> authenticator(SIGNED_AT).authenticate(request("", "AWS key:signature")));
        assertRefused(
                S3Error.INVALID_ARGUMENT,
                () ->
                        authenticator(SIGNED_AT)
                                .authenticate(
                                        request(
                                                "X-Amz-Algorithm=AWS4-HMAC-SHA256",
                                                "AWS4-HMAC-SHA256 x")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            invalid | invalid -- one and only one ' ' (space) required.
            AWS2-HMAC-SHA1 x | Unsupported Authorization Type
            AWS4-HMAC-SHA256 Credential=C,Signature=S | requires three components: Credential,
            AWS4-HMAC-SHA256 Credential=C,SignedHeaders,Signature=S | component "SignedHeaders" is
            AWS4-HMAC-SHA256 other=C,SignedHeaders=H,Signature=S | missing Credential.
            AWS4-HMAC-SHA256 Credential=C,other=H,Signature=S | missing SignedHeaders.
            AWS4-HMAC-SHA256 Credential=C,SignedHeaders=H,other=S | missing Signature.
            AWS4-HMAC-SHA256 Credential=a/b,SignedHeaders=H,Signature=S | Credential is mal-formed;
            AWS4-HMAC-SHA256 Credential=k/D/r/s3/v4,SignedHeaders=H,Signature=S | terminal "v4".
            AWS4-HMAC-SHA256 Credential=k/D/r/ec2/aws4_request,SignedHeaders=H,Signature=S | "ec2".
            AWS4-HMAC-SHA256 Credential=k/1/r/s3/aws4_request,SignedHeaders=H,Signature=S | "1".
            """)
    void malformedAuthorizationIsExplained(String header, String explanation) {
        String filled =
                header.replace("=C,", "=" + KEY + "/20130524/us-east-1/s3/aws4_request,")
                        .replace("/D/", "/20130524/")
                        .replaceAll("=S$", "=" + SigV4.EMPTY_SHA256);
        assertThatThrownBy(() -> authenticator(SIGNED_AT).authenticate(request("", filled)))
                .isInstanceOf(S3Exception.class)
                .hasMessageContaining(explanation);
    }

    @Test
    void aTokenThatIsNoneIsRefused() {
        assertRefused(
                S3Error.INVALID_TOKEN,
                () ->
                        authenticate(
                                "GET",
                                "/test.txt",
                                "",
                                Map.of("x-amz-security-token", "token"),
                                "host;x-amz-security-token",
                                SigV4.EMPTY_SHA256));
    }

    private static RawRequest request(String query, String authorization) {
        return new RawRequest(
                "GET",
                "/",
                Query.parse(query),
                Headers.of(
                        Map.of(
                                "host", List.of(HOST),
                                "x-amz-date", List.of("20130524T000000Z"),
                                "x-amz-content-sha256", List.of(SigV4.EMPTY_SHA256),
                                "authorization", List.of(authorization))));
    }

    private static Caller presigned(int seconds, Instant now) {
        String query =
                "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524"
                        + "%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z"
                        + "&X-Amz-Expires="
                        + seconds
                        + "&X-Amz-SignedHeaders=host&X-Amz-Signature="
                        + "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404";
        return authenticator(now)
                .authenticate(
                        new RawRequest(
                                "GET",
                                "/test.txt",
                                Query.parse(query),
                                Headers.of(Map.of("host", List.of(HOST)))));
    }

    private static Caller authenticate(
            String method,
            String path,
            String query,
            Map<String, String> headers,
            String signed,
            String signature) {
        Map<String, List<String>> all = new TreeMap<>();
        all.put("host", List.of(HOST));
        all.put("x-amz-date", List.of("20130524T000000Z"));
        all.put("x-amz-content-sha256", List.of(SigV4.EMPTY_SHA256));
        headers.forEach((name, value) -> all.put(name, List.of(value)));
        all.put(
                "Authorization",
                List.of(
                        "AWS4-HMAC-SHA256 Credential="
                                + KEY
                                + "/20130524/us-east-1/s3/aws4_request,SignedHeaders="
                                + signed
                                + ",Signature="
                                + signature));
        return authenticator(SIGNED_AT)
                .authenticate(new RawRequest(method, path, Query.parse(query), Headers.of(all)));
    }

    private static Authenticator authenticator(Instant now) {
        return new Authenticator(
                AccessKeys.single(
                        KEY, new AccessKeys.Holder(SECRET, RunningGateway.account(), Role.USER)),
                SessionKeys.NONE,
                InstantSource.fixed(now),
                Duration.ofMinutes(15),
                false);
    }

    private static void assertRefused(S3Error error, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        S3Exception.class, e -> assertThat(e.error()).isEqualTo(error));
    }

    /** The published chunked upload, for tests of the framing. */
    public static PayloadMode publishedChunked(boolean trailer) {
        CredentialScope scope = new CredentialScope("20130524", "us-east-1", "s3");
        String seed =
                trailer
                        ? "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e"
                        : "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9";
        return new PayloadMode.Chunked(
                Optional.of(
                        new ChunkSignatures(
                                SigV4.signingKey(SECRET, scope), "20130524T000000Z", scope, seed)),
                trailer);
    }
}
