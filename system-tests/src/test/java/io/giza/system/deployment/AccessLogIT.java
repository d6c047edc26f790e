package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

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

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The line that the access log has of each kind of request. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessLogIT {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String BUCKET = "logged";
    private static final int LARGE = 2 << 20;

    private final Logger logger = (Logger) LoggerFactory.getLogger(AccessLog.LOGGER);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private RunningCluster cluster;
    private S3Client s3;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withSettings(
                                        Map.of(
                                                "giza.gateway.access-log.enabled", "true",
                                                "giza.gateway.access-log.sample", "0")));
        lines.list = new CopyOnWriteArrayList<>();
        lines.start();
        logger.addAppender(lines);
        cluster.createBucket(BUCKET);
        assertThat(line().path("operation").asString()).isEqualTo("CreateBucket");
        s3 = cluster.s3("dc1");
    }

    @AfterAll
    void stop() {
        logger.detachAppender(lines);
        cluster.close();
    }

    /** Takes the line of the last request; its client has the answer before it is written. */
    private JsonNode line() {
        await().until(() -> !lines.list.isEmpty());
        assertThat(lines.list).hasSize(1);
        String text = lines.list.removeFirst().getFormattedMessage();
        assertThat(text).matches("\\p{ASCII}+").doesNotContain("\n", "\r");
        return JSON.readTree(text);
    }

    private static void has(JsonNode line, Map<String, Object> fields) {
        fields.forEach((name, value) -> assertThat(line.path(name).asString()).isEqualTo(value));
        assertThat(line.path("totalMs").asDouble()).isPositive();
        assertThat(line.path("requestId").asString()).matches("[0-9A-F]{16}");
        assertThat(line.path("remote").asString()).isEqualTo("127.0.0.1");
    }

    @Test
    void aPutSaysWhoPutWhat() {
        s3.putObject(r -> r.bucket(BUCKET).key("a/b"), RequestBody.fromBytes(new byte[LARGE]));
        JsonNode line = line();
        has(
                line,
                Map.of(
                        "operation", "PutObject",
                        "bucket", BUCKET,
                        "key", "a/b",
                        "status", "200",
                        "account", "default",
                        "accessKey", Gateways.KEY.accessKey()));
        assertThat(line.path("receivedBytes").asInt()).isGreaterThanOrEqualTo(LARGE);
        assertThat(line.path("calls").asInt()).isPositive();
        assertThat(line.path("userAgent").asString()).startsWith("aws-sdk-java");
        assertThat(line.has("error")).isFalse();
        assertThat(line.has("brokenOff")).isFalse();
    }

    @Test
    void aKeyOfSeveralLinesIsOneLine() {
        String key = "one\ntwo\r\"three\"\u2028\u202efour";
        s3.putObject(r -> r.bucket(BUCKET).key(key), RequestBody.fromString("x"));
        assertThat(line().path("key").asString()).isEqualTo(key);
    }

    @Test
    void aFailedReadIsLoggedWhateverTheSample() {
        assertThatThrownBy(() -> s3.getObjectAsBytes(r -> r.bucket(BUCKET).key("none")))
                .isInstanceOf(S3Exception.class);
        has(line(), Map.of("operation", "GetObject", "status", "404", "error", "NoSuchKey"));
    }

    @Test
    void ofSuccessfulReadsOnlyTheSampleIsLogged() {
        s3.putObject(r -> r.bucket(BUCKET).key("read"), RequestBody.fromString("x"));
        line();
        s3.getObjectAsBytes(r -> r.bucket(BUCKET).key("read"));
        s3.headObject(r -> r.bucket(BUCKET).key("read"));
        s3.deleteObject(r -> r.bucket(BUCKET).key("read"));
        has(line(), Map.of("operation", "DeleteObject", "status", "204", "key", "read"));
    }

    @Test
    void whoIsNotKnownHasNoNameAndNoQueryIsTold() throws Exception {
        URI link =
                URI.create(
                        cluster.status("dc1").s3()
                                + "/"
                                + BUCKET
                                + "/a?AWSAccessKeyId=nobody&Signature=c2VjcmV0&Expires=99999999999");
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<Void> answer =
                    client.send(
                            HttpRequest.newBuilder(link).build(),
                            HttpResponse.BodyHandlers.discarding());
            assertThat(answer.statusCode()).isIn(List.of(400, 403));
        }
        JsonNode line = line();
        assertThat(line.has("account")).isFalse();
        assertThat(line.has("accessKey")).isFalse();
        assertThat(line.toString()).doesNotContain("c2VjcmV0", "nobody");
        assertThat(line.path("error").asString()).isNotEmpty();
    }
}
