package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.cli.cluster.AdminClient;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.Gateways;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Two accounts, one of which asks for more than it may. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LimitsIT {
    private RunningCluster cluster;
    private AdminClient operator;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withExtraAccounts(List.of("greedy"))
                                .withSetting("giza.gateway.key-freshness", "100ms")
                                .withSetting("giza.gateway.limits.accounts.greedy.requests", "2"));
        operator = cluster.admin("dc1");
    }

    @AfterAll
    void stop() {
        operator.close();
        cluster.close();
    }

    private JsonNode key(String account) {
        return operator.post("/keys", Map.of("account", account));
    }

    private S3Client client(JsonNode key) {
        return Gateways.builder(cluster.status("dc1").s3())
                .credentialsProvider(
                        StaticCredentialsProvider.create(
                                AwsBasicCredentials.create(
                                        key.path("id").asString(), key.path("secret").asString())))
                .overrideConfiguration(c -> c.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
    }

    @Test
    void anAccountThatAsksForTooMuchIsToldToSlowDownAndOthersAreServed() {
        try (S3Client greedy = client(key("greedy"));
                S3Client modest = client(key("default"))) {
            int served = 0;
            int refused = 0;
            for (int i = 0; i < 60; i++) {
                try {
                    greedy.listBuckets();
                    served++;
                } catch (S3Exception e) {
                    assertSlowDown(e);
                    refused++;
                }
                modest.listBuckets();
            }
            // A burst of ten seconds, and what comes while the test runs.
            assertThat(served).isGreaterThanOrEqualTo(20);
            assertThat(refused).isPositive();
        }
    }

    private static void assertSlowDown(S3Exception e) {
        assertThat(e.statusCode()).isEqualTo(503);
        assertThat(e.awsErrorDetails().errorCode()).isEqualTo("SlowDown");
        assertThat(
                        e.awsErrorDetails()
                                .sdkHttpResponse()
                                .firstMatchingHeader("Retry-After")
                                .orElse(""))
                .matches("[1-9]\\d*");
    }

    @Test
    void aKeyThatSentTooMuchIsRefusedUntilItsLimitIsLifted() {
        JsonNode key = key("default");
        String path = "/keys/" + key.path("id").asString() + "/limits";
        operator.post(path, Map.of("received", "10"));
        cluster.createBucket("limited");
        try (S3Client s3 = client(key)) {
            s3.putObject(
                    r -> r.bucket("limited").key("k"), RequestBody.fromBytes(new byte[100_000]));
            assertThatExceptionOfType(S3Exception.class)
                    .isThrownBy(s3::listBuckets)
                    .satisfies(LimitsIT::assertSlowDown);

            operator.post(path, Map.of());

            while (isRefused(s3)) {
                Thread.onSpinWait();
            }
        }
    }

    private static boolean isRefused(S3Client s3) {
        try {
            s3.listBuckets();
            return false;
        } catch (S3Exception e) {
            assertSlowDown(e);
            return true;
        }
    }
}
