package io.giza.gateway.fake;

import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** URLs that are signed by the SDK. */
public final class PresignedUrl {
    private PresignedUrl() {}

    /**
     * Returns a URL that is good for five minutes.
     *
     * @param target the path, and the query that is signed with it
     */
    public static URI of(int port, String method, String target) {
        int question = target.indexOf('?');
        SdkHttpFullRequest.Builder request =
                SdkHttpFullRequest.builder()
                        .method(SdkHttpMethod.fromValue(method))
                        .protocol("http")
                        .host("127.0.0.1")
                        .port(port)
                        .encodedPath(question < 0 ? target : target.substring(0, question));
        if (question >= 0) {
            for (String pair : target.substring(question + 1).split("&", -1)) {
                String[] parts = pair.split("=", 2);
                request.appendRawQueryParameter(
                        URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
                        parts.length == 1
                                ? ""
                                : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
            }
        }
        return AwsV4HttpSigner.create()
                .sign(
                        SignRequest.builder(
                                        AwsCredentialsIdentity.create(
                                                "gateway-test", "known-to-tests"))
                                .request(request.build())
                                .putProperty(AwsV4FamilyHttpSigner.SERVICE_SIGNING_NAME, "s3")
                                .putProperty(AwsV4HttpSigner.REGION_NAME, "eu-central-1")
                                .putProperty(AwsV4FamilyHttpSigner.DOUBLE_URL_ENCODE, false)
                                .putProperty(AwsV4FamilyHttpSigner.NORMALIZE_PATH, false)
                                .putProperty(AwsV4FamilyHttpSigner.PAYLOAD_SIGNING_ENABLED, false)
                                .putProperty(
                                        AwsV4FamilyHttpSigner.AUTH_LOCATION,
                                        AwsV4FamilyHttpSigner.AuthLocation.QUERY_STRING)
                                .putProperty(
                                        AwsV4FamilyHttpSigner.EXPIRATION_DURATION,
                                        Duration.ofMinutes(5))
                                .build())
                .request()
                .getUri();
    }
}
