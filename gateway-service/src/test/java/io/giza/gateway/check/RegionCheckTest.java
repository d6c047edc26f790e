package io.giza.gateway.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RunningReplicatedGateway;
import io.giza.gateway.fake.SdkClient;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a check finds of gateways that share their objects, and of one that does not. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RegionCheckTest {
    private static final Map<String, String> KEY =
            Map.of("GIZA_ACCESS_KEY", "gateway-test", "GIZA_SECRET_KEY", "known-to-tests");

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    private RunningReplicatedGateway gateway;

    @BeforeAll
    void start() {
        gateway = new RunningReplicatedGateway(1);
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private int check(Map<String, String> environment, String... arguments) {
        printed.reset();
        return RegionCheck.run(List.of(arguments), environment, out);
    }

    private String url(String host) {
        return "http://" + host + ":" + gateway.port();
    }

    private String output() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static List<String> buckets(int port) {
        try (S3Client s3 = SdkClient.to(port)) {
            return s3.listBuckets().buckets().stream().map(Bucket::name).toList();
        }
    }

    @Test
    void gatewaysOfOneClusterPassAndNothingIsLeft() {
        assertThat(check(KEY, url("127.0.0.1"), url("localhost"))).as(output()).isZero();
        assertThat(output())
                .contains("put 100000 bytes through " + url("127.0.0.1"))
                .contains("got them through " + url("localhost") + " by version")
                .contains("listed it and its versions through " + url("localhost"))
                .contains("passed: 2 gateways serve the same");
        assertThat(buckets(gateway.port())).isEmpty();
    }

    @Test
    void aGatewayThatDoesNotKnowTheObjectFailsAndNothingIsLeft() {
        try (RunningReplicatedGateway other = new RunningReplicatedGateway(1)) {
            String foreign = "http://127.0.0.1:" + other.port();

            assertThat(check(KEY, url("127.0.0.1"), foreign)).isOne();
            assertThat(output())
                    .contains("FAILED: GET " + foreign)
                    .contains("was answered 404")
                    .contains("NoSuchBucket");
        }
        assertThat(buckets(gateway.port())).isEmpty();
    }

    @Test
    void aGatewayThatIsNotThereFails() {
        int free;
        try (RunningReplicatedGateway gone = new RunningReplicatedGateway(1)) {
            free = gone.port();
        }

        assertThat(check(KEY, "--timeout=0", url("127.0.0.1"), "http://127.0.0.1:" + free)).isOne();
        assertThat(output()).contains("FAILED: GET").contains("was not answered");
        assertThat(buckets(gateway.port())).isEmpty();
    }

    @Test
    void aWrongSecretIsRefused() {
        Map<String, String> wrong =
                Map.of("GIZA_ACCESS_KEY", "gateway-test", "GIZA_SECRET_KEY", "known-to-nobody");

        assertThat(check(wrong, url("127.0.0.1"))).isOne();
        assertThat(output()).contains("403").contains("SignatureDoesNotMatch");
    }

    @Test
    void aFileWithoutCertificatesIsNamed(@TempDir Path folder) throws Exception {
        Path empty = Files.writeString(folder.resolve("ca.crt"), "no certificate");

        assertThat(check(KEY, "--ca=" + empty, url("127.0.0.1"))).isOne();
        assertThat(output()).contains("FAILED: --ca: " + empty);
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThat(check(KEY)).isEqualTo(2);
        assertThat(output()).contains("No gateway is named.").contains("Usage: check-regions");
        assertThat(check(Map.of("GIZA_ACCESS_KEY", "one"), url("127.0.0.1"))).isEqualTo(2);
        assertThat(output()).contains("GIZA_SECRET_KEY is not in the environment.");
        assertThat(check(KEY, "s3.example.net")).isEqualTo(2);
        assertThat(output()).contains("'s3.example.net' is no URL of a gateway");
        assertThat(check(KEY, "--timeout=soon", url("127.0.0.1"))).isEqualTo(2);
        assertThat(output()).contains("--timeout is 'soon'");
    }
}
