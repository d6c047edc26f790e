package io.giza.gateway.s3.sts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.SdkClient;
import io.giza.gateway.fake.TestIssuer;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;
import software.amazon.awssdk.services.sts.auth.StsWebIdentityTokenFileCredentialsProvider;
import software.amazon.awssdk.services.sts.model.StsException;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** An unmodified AWS SDK for Java v2, which gets its keys by a token or by a role. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StsSdkTest {
    private static final String SUBJECT = "system:serviceaccount:shop:web";

    private TestIssuer issuer;
    private RunningGateway gateway;
    private StsClient sts;

    @BeforeAll
    void start() throws IOException {
        issuer = new TestIssuer();
        String roles = "giza.gateway.sts.roles.";
        gateway =
                new RunningGateway(
                        "giza.master-key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                        "giza.gateway.sts.issuers.k8s.url=" + issuer.url(),
                        roles + "shop.policy=readwrite",
                        roles + "shop.prefix=shop/up/",
                        roles + "shop.issuers=k8s",
                        roles + "shop.audiences=giza",
                        roles + "shop.subjects=" + SUBJECT,
                        roles + "shop.accounts=default");
        try (S3Client own = SdkClient.to(gateway.port())) {
            own.createBucket(r -> r.bucket("shop"));
        }
        sts =
                StsClient.builder()
                        .endpointOverride(endpoint())
                        .region(Region.EU_CENTRAL_1)
                        .credentialsProvider(SdkClient.keys())
                        .httpClientBuilder(UrlConnectionHttpClient.builder())
                        .build();
    }

    @AfterAll
    void stop() {
        sts.close();
        gateway.close();
        issuer.close();
    }

    private URI endpoint() {
        return URI.create("http://127.0.0.1:" + gateway.port());
    }

    private S3Client client(AwsCredentialsProvider keys) {
        return S3Client.builder()
                .endpointOverride(endpoint())
                .region(Region.EU_CENTRAL_1)
                .forcePathStyle(true)
                .credentialsProvider(keys)
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
    }

    private StsWebIdentityTokenFileCredentialsProvider byToken(Path file) {
        return StsWebIdentityTokenFileCredentialsProvider.builder()
                .stsClient(sts)
                .roleArn("arn:aws:iam::default:role/shop")
                .roleSessionName("web")
                .webIdentityTokenFile(file)
                .build();
    }

    @Test
    void aPodPutsAndGetsByTheTokenInItsFile(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("token");
        Files.writeString(file, issuer.token(SUBJECT, "giza"));
        try (var keys = byToken(file);
                S3Client s3 = client(keys)) {
            s3.putObject(r -> r.bucket("shop").key("up/a"), RequestBody.fromString("of a pod"));

            assertThat(s3.getObjectAsBytes(r -> r.bucket("shop").key("up/a")).asUtf8String())
                    .isEqualTo("of a pod");
            assertThat(s3.listObjectsV2(r -> r.bucket("shop").prefix("up/")).contents()).hasSize(1);
            assertThatExceptionOfType(S3Exception.class)
                    .isThrownBy(
                            () ->
                                    s3.putObject(
                                            r -> r.bucket("shop").key("else"),
                                            RequestBody.fromString("x")))
                    .satisfies(e -> assertThat(e.statusCode()).isEqualTo(403));
            assertThat(read(presigned(keys))).isEqualTo("of a pod");
        }
    }

    private URL presigned(AwsCredentialsProvider keys) {
        try (S3Presigner presigner =
                S3Presigner.builder()
                        .endpointOverride(endpoint())
                        .region(Region.EU_CENTRAL_1)
                        .credentialsProvider(keys)
                        .serviceConfiguration(
                                S3Configuration.builder().pathStyleAccessEnabled(true).build())
                        .build()) {
            return presigner
                    .presignGetObject(
                            p ->
                                    p.signatureDuration(Duration.ofMinutes(5))
                                            .getObjectRequest(r -> r.bucket("shop").key("up/a")))
                    .url();
        }
    }

    private static String read(URL url) throws IOException {
        try (InputStream content = url.openStream()) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aKeyAssumesARoleAndTheSdkKnowsWhoItIs() {
        try (var keys =
                        StsAssumeRoleCredentialsProvider.builder()
                                .stsClient(sts)
                                .refreshRequest(
                                        r ->
                                                r.roleArn("arn:aws:iam::default:role/shop")
                                                        .roleSessionName("night"))
                                .build();
                S3Client s3 = client(keys);
                StsClient asSession =
                        StsClient.builder()
                                .endpointOverride(endpoint())
                                .region(Region.EU_CENTRAL_1)
                                .credentialsProvider(keys)
                                .httpClientBuilder(UrlConnectionHttpClient.builder())
                                .build()) {
            s3.putObject(r -> r.bucket("shop").key("up/b"), RequestBody.fromString("b"));

            assertThat(asSession.getCallerIdentity().arn())
                    .isEqualTo("arn:aws:sts::default:assumed-role/shop/night");
            assertThat(sts.getCallerIdentity().userId()).isEqualTo("gateway-test");
        }
    }

    @Test
    void errorsAreThoseOfSts(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("token");
        Files.writeString(file, issuer.token(SUBJECT, "another"));

        try (var keys = byToken(file)) {
            assertThatExceptionOfType(StsException.class)
                    .isThrownBy(keys::resolveCredentials)
                    .satisfies(
                            e ->
                                    assertThat(e.awsErrorDetails().errorCode())
                                            .isEqualTo("AccessDenied"));
        }
    }
}
