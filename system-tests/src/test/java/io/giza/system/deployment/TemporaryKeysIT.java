package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.giza.cli.cluster.AdminClient;
import io.giza.gateway.s3.AccessLog;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.Gateways;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.model.Credentials;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sessions of a role in a cluster: begun at one gateway, good at all, and gone with their key. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TemporaryKeysIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Logger logger = (Logger) LoggerFactory.getLogger(AccessLog.LOGGER);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private RunningCluster cluster;
    private AdminClient operator;

    @BeforeAll
    void start(@TempDir Path folder) {
        String role = "giza.gateway.sts.roles.shop.";
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withSettings(
                                        Map.of(
                                                "giza.gateway.access-log.enabled",
                                                "true",
                                                "giza.gateway.key-freshness",
                                                "300ms",
                                                role + "policy",
                                                "readwrite",
                                                role + "prefix",
                                                "shop/up/",
                                                role + "accounts",
                                                "default")));
        lines.list = new CopyOnWriteArrayList<>();
        lines.start();
        logger.addAppender(lines);
        operator = cluster.admin("dc1");
        cluster.createBucket("shop");
    }

    @AfterAll
    void stop() {
        logger.detachAppender(lines);
        operator.close();
        cluster.close();
    }

    @Test
    void aSessionOfOneGatewayIsGoodAtAllAndEndsWithItsKey() {
        JsonNode key = operator.post("/keys", Map.of("account", "default"));
        Credentials session = begin("dc1", key);
        for (String dc : cluster.names()) {
            try (S3Client s3 = client(dc, session)) {
                s3.putObject(
                        r -> r.bucket("shop").key("up/" + dc), RequestBody.fromString("by " + dc));
                assertThat(
                                s3.getObjectAsBytes(r -> r.bucket("shop").key("up/" + dc))
                                        .asUtf8String())
                        .isEqualTo("by " + dc);
                assertThatExceptionOfType(S3Exception.class)
                        .isThrownBy(() -> s3.deleteBucket(r -> r.bucket("shop")))
                        .satisfies(e -> assertThat(e.statusCode()).isEqualTo(403));
            }
        }
        theLogHasTheSessionAndNothingSecret(session);

        operator.post("/keys/" + key.path("id").asString() + "/disable", Map.of());
        for (String dc : cluster.names()) {
            try (S3Client s3 = client(dc, session)) {
                await().atMost(PATIENCE)
                        .until(() -> refusal(s3), each -> each.equals("InvalidToken"));
            }
        }
    }

    private void theLogHasTheSessionAndNothingSecret(Credentials session) {
        await().atMost(PATIENCE)
                .until(() -> log().contains("\"session\":\"assumed-role/shop/pod-1\""));
        assertThat(log())
                .contains("\"operation\":\"AssumeRole\"")
                .doesNotContain(session.sessionToken())
                .doesNotContain(session.secretAccessKey());
    }

    private String log() {
        return String.join(
                "\n", lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList());
    }

    private static String refusal(S3Client s3) {
        try {
            s3.getObjectAsBytes(r -> r.bucket("shop").key("up/dc1"));
            return "";
        } catch (S3Exception e) {
            return e.awsErrorDetails().errorCode();
        }
    }

    private Credentials begin(String dc, JsonNode key) {
        try (StsClient sts =
                StsClient.builder()
                        .endpointOverride(cluster.status(dc).s3())
                        .region(Region.US_EAST_1)
                        .credentialsProvider(
                                StaticCredentialsProvider.create(
                                        AwsBasicCredentials.create(
                                                key.path("id").asString(),
                                                key.path("secret").asString())))
                        .httpClientBuilder(UrlConnectionHttpClient.builder())
                        .build()) {
            return sts.assumeRole(
                            r ->
                                    r.roleArn("arn:aws:iam::default:role/shop")
                                            .roleSessionName("pod-1"))
                    .credentials();
        }
    }

    private S3Client client(String dc, Credentials session) {
        return Gateways.builder(cluster.status(dc).s3())
                .credentialsProvider(
                        StaticCredentialsProvider.create(
                                AwsSessionCredentials.create(
                                        session.accessKeyId(),
                                        session.secretAccessKey(),
                                        session.sessionToken())))
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
    }
}
