package io.giza.gateway.s3.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.NastyTexts;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.record.AccessKeyRecord.Role;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Requests drawn from seeds and signed by the SDK, an implementation that is not ours. */
class SignatureFuzzTest {
    private static final String KEY = "AKIAIOSFODNN7EXAMPLE";
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");
    private static final int SEEDS = 400;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheSdkSignsIsAccepted(boolean presigned) {
        for (long seed = 0; seed < SEEDS; seed++) {
            RawRequest request = signed(new NastyTexts(seed), presigned);
            assertThat(authenticate(request).accessKeyId()).as("seed %d", seed).isEqualTo(KEY);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void otherKeyThanTheSignedOneIsRefused(boolean presigned) {
        for (long seed = 0; seed < SEEDS; seed++) {
            NastyTexts texts = new NastyTexts(seed);
            RawRequest request = signed(texts, presigned);
            String other = texts.encoded(texts.text(60), true);
            RawRequest changed =
                    new RawRequest(
                            request.method(),
                            request.rawPath() + other,
                            request.query(),
                            request.headers());
            assertThatThrownBy(() -> authenticate(changed))
                    .as("seed %d", seed)
                    .isInstanceOf(S3Exception.class);
        }
    }

    @Test
    void addedOrChangedParameterIsRefused() {
        for (long seed = 0; seed < SEEDS; seed++) {
            NastyTexts texts = new NastyTexts(seed);
            RawRequest request = signed(texts, false);
            List<Query.Parameter> parameters = new ArrayList<>(request.query().parameters());
            parameters.add(
                    texts.random().nextInt(parameters.size() + 1),
                    new Query.Parameter(texts.text(20), texts.text(20)));
            RawRequest changed =
                    new RawRequest(
                            request.method(),
                            request.rawPath(),
                            new Query(parameters),
                            request.headers());
            assertThatThrownBy(() -> authenticate(changed))
                    .as("seed %d", seed)
                    .isInstanceOf(S3Exception.class);
        }
    }

    @Test
    void garbageInThePlaceOfAuthorizationIsRefused() {
        for (long seed = 0; seed < 5 * SEEDS; seed++) {
            NastyTexts texts = new NastyTexts(seed);
            String good =
                    signed(new NastyTexts(0), false).headers().value("authorization").orElseThrow();
            String garbage = seed % 2 == 0 ? texts.garbage(200) : texts.changed(good);
            if (garbage.strip().equals(good)) {
                continue;
            }
            Map<String, List<String>> headers = new TreeMap<>();
            headers.put("host", List.of("h"));
            headers.put("x-amz-date", List.of("20260304T050607Z"));
            headers.put("x-amz-content-sha256", List.of("UNSIGNED-PAYLOAD"));
            headers.put("authorization", List.of(garbage));
            RawRequest request =
                    new RawRequest("GET", "/b/k", Query.parse(""), Headers.of(headers));
            assertThatThrownBy(() -> authenticate(request))
                    .as("seed %d", seed)
                    .isInstanceOf(S3Exception.class);
        }
    }

    private static Caller authenticate(RawRequest request) {
        return new Authenticator(
                        AccessKeys.single(
                                KEY,
                                new AccessKeys.Holder(SECRET, RunningGateway.account(), Role.USER)),
                        SessionKeys.NONE,
                        InstantSource.fixed(NOW),
                        Duration.ofMinutes(15),
                        true)
                .authenticate(request);
    }

    private static RawRequest signed(NastyTexts texts, boolean presigned) {
        SdkHttpMethod[] methods = {SdkHttpMethod.GET, SdkHttpMethod.PUT, SdkHttpMethod.DELETE};
        SdkHttpFullRequest.Builder request =
                SdkHttpFullRequest.builder()
                        .method(methods[texts.random().nextInt(methods.length)])
                        // The SDK signs the body of a plain request in any case.
                        .protocol(presigned ? "https" : "http")
                        .host("h")
                        .port(9000)
                        .encodedPath("/bucket/" + PercentCoding.encodePath(texts.text(1024)));
        for (int i = texts.random().nextInt(4); i > 0; i--) {
            String value = texts.random().nextInt(3) == 0 ? "" : texts.text(60);
            request.appendRawQueryParameter("p" + texts.text(12), value);
        }
        for (int i = texts.random().nextInt(4); i > 0; i--) {
            request.putHeader("x-amz-meta-" + i, " a  b " + texts.random().nextInt() + "  ");
        }
        SdkHttpRequest signed = sign(request.build(), presigned).request();
        Map<String, List<String>> headers = new TreeMap<>(signed.headers());
        return new RawRequest(
                signed.method().name(),
                signed.encodedPath(),
                Query.parse(signed.encodedQueryParameters().orElse("")),
                Headers.of(headers));
    }

    private static SignedRequest sign(SdkHttpRequest request, boolean presigned) {
        SignRequest.Builder<AwsCredentialsIdentity> ask =
                SignRequest.builder(AwsCredentialsIdentity.create(KEY, SECRET))
                        .request(request)
                        .payload(ContentStreamProvider.fromUtf8String("body"))
                        .putProperty(AwsV4FamilyHttpSigner.SERVICE_SIGNING_NAME, "s3")
                        .putProperty(AwsV4HttpSigner.REGION_NAME, "mars-north-7")
                        .putProperty(AwsV4FamilyHttpSigner.DOUBLE_URL_ENCODE, false)
                        .putProperty(AwsV4FamilyHttpSigner.NORMALIZE_PATH, false)
                        .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(NOW, ZoneOffset.UTC));
        if (presigned) {
            ask.putProperty(AwsV4FamilyHttpSigner.PAYLOAD_SIGNING_ENABLED, false);
            ask.putProperty(AwsV4FamilyHttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                    .putProperty(AwsV4FamilyHttpSigner.EXPIRATION_DURATION, Duration.ofHours(1));
        }
        return AwsV4HttpSigner.create().sign(ask.build());
    }
}
