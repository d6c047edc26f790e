package io.giza.gateway.s3.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningReplicatedGateway;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A retry of a copy is answered as its first attempt was, though the source is gone or another one
 * by now.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepeatedCopyTest {
    private static final int MIB = 1 << 20;
    private static final String SOURCE_VERSION = "x-amz-copy-source-version-id";

    private RunningReplicatedGateway gateway;
    private RawHttp http;
    private String id;
    private String source;
    private String key;

    @BeforeAll
    void start() throws IOException {
        gateway = new RunningReplicatedGateway(5 * MIB);
        http = new RawHttp(gateway.port());
        sent(new Ask("PUT", "/bucket"), 200);
        sent(new Ask("PUT", "/versions"), 200);
        sent(
                new Ask("PUT", "/versions?versioning")
                        .body(
                                "<VersioningConfiguration><Status>Enabled</Status>"
                                        + "</VersioningConfiguration>"),
                200);
        http.close();
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @BeforeEach
    void connect(TestInfo test) throws IOException {
        http = new RawHttp(gateway.port());
        id = test.getTestMethod().orElseThrow().getName();
        source = "/bucket/source-" + id;
        key = "/bucket/" + id;
    }

    @AfterEach
    void disconnect() throws IOException {
        http.close();
    }

    @Test
    void aRetrySucceedsThoughTheSourceWasDeletedSince() throws IOException {
        put(source, "text");
        sent(first(copy()), 200);
        sent(new Ask("DELETE", source), 204);
        put(key, "later");
        assertThat(sent(retry(copy()), 200).element("ETag")).contains(md5("text"));
        assertThat(content(key)).isEqualTo("later");
    }

    @Test
    void aRetrySucceedsThoughTheBucketOfTheSourceWasDeletedSince() throws IOException {
        source = "/gone/source";
        sent(new Ask("PUT", "/gone"), 200);
        put(source, "text");
        sent(first(copy()), 200);
        sent(new Ask("DELETE", source), 204);
        sent(new Ask("DELETE", "/gone"), 204);
        sent(first(copy()), 404);
        assertThat(sent(retry(copy()), 200).element("ETag")).contains(md5("text"));
    }

    @Test
    void aRetrySucceedsThoughTheSourceDoesNotMatchAnyMore() throws IOException {
        put(source, "text");
        Ask matching = copy().header("x-amz-copy-source-if-match", '"' + md5("text") + '"');
        sent(first(matching), 200);
        put(source, "other");
        assertThat(sent(retry(matching), 200).element("ETag")).contains(md5("text"));
        assertThat(content(key)).isEqualTo("text");
    }

    @Test
    void aRetrySucceedsThoughTheVersionOfTheSourceWasDeletedSince() throws IOException {
        source = "/versions/source-" + id;
        String version = put(source, "text").headers().get("x-amz-version-id");
        Ask copy = copy("?versionId=" + version);
        for (Ask each : new Ask[] {first(copy), retry(copy)}) {
            assertThat(sent(each, 200).headers()).containsEntry(SOURCE_VERSION, version);
            sent(new Ask("DELETE", source + "?versionId=" + version), 204);
        }
    }

    @Test
    void aRetryNamesNoVersionOfTheSourceThatWasNotCopied() throws IOException {
        source = "/versions/source-" + id;
        String version = put(source, "text").headers().get("x-amz-version-id");
        assertThat(sent(first(copy()), 200).headers()).containsEntry(SOURCE_VERSION, version);
        put(source, "other");
        Response retried = sent(retry(copy()), 200);
        assertThat(retried.element("ETag")).contains(md5("text"));
        assertThat(retried.headers()).doesNotContainKey(SOURCE_VERSION);
    }

    @Test
    void aRetryThatCopiesNamesTheVersionOfTheSource() throws IOException {
        source = "/versions/source-" + id;
        String version = put(source, "text").headers().get("x-amz-version-id");
        assertThat(sent(retry(copy()), 200).headers()).containsEntry(SOURCE_VERSION, version);
    }

    @Test
    void aFirstAttemptIsRefusedWithoutItsSource() throws IOException {
        put(source, "text");
        sent(first(copy()), 200);
        sent(new Ask("DELETE", source), 204);
        sent(first(copy()), 404);
        assertThat(sent(retry(copy("-of-another")), 404).body()).contains("NoSuchKey");
    }

    @Test
    void aFirstAttemptThatIsHeldBackCopiesNothingOnceItsRetryWasRefused() throws IOException {
        Instant held = Instant.now().minusSeconds(5);
        sent(retry(copy()), 404);
        put(source, "text");
        isUnknown(first(copy()).at(held));
        sent(new Ask("GET", key), 404);
        sent(retry(copy()), 200);
        assertThat(content(key)).isEqualTo("text");
    }

    @Test
    void aRetryOfAPartSucceedsThoughTheSourceWasDeletedSince() throws IOException {
        put(source, "text");
        String upload = sent(new Ask("POST", key + "?uploads"), 200).element("UploadId");
        sent(first(copyPart(upload)), 200);
        put(source, "other");
        assertThat(sent(retry(copyPart(upload)), 200).element("ETag")).contains(md5("text"));
        sent(new Ask("DELETE", source), 204);
        sent(new Ask("PUT", key + "?partNumber=1&uploadId=" + upload).body("later"), 200);
        assertThat(sent(retry(copyPart(upload)), 200).element("ETag")).contains(md5("text"));
        assertThat(parts(upload).element("ETag")).contains(md5("later"));
        sent(first(copyPart(upload)), 404);
    }

    @Test
    void aFirstAttemptOfAPartThatIsHeldBackCopiesNothingOnceItsRetryWasRefused()
            throws IOException {
        Instant held = Instant.now().minusSeconds(5);
        String upload = sent(new Ask("POST", key + "?uploads"), 200).element("UploadId");
        sent(retry(copyPart(upload)), 404);
        put(source, "text");
        isUnknown(first(copyPart(upload)).at(held));
        assertThat(parts(upload).body()).doesNotContain("<Part>");
        sent(retry(copyPart(upload)), 200);
        assertThat(parts(upload).element("ETag")).contains(md5("text"));
        sent(new Ask("DELETE", key + "?uploadId=" + upload), 204);
        sent(new Ask("DELETE", source), 204);
        assertThat(sent(retry(copyPart(upload)), 404).body()).contains("NoSuchUpload");
    }

    private Response parts(String upload) throws IOException {
        return sent(new Ask("GET", key + "?uploadId=" + upload), 200);
    }

    private Response put(String path, String text) throws IOException {
        return sent(new Ask("PUT", path).body(text), 200);
    }

    private Ask copy() {
        return copy("");
    }

    private Ask copy(String suffix) {
        return new Ask("PUT", key).header("x-amz-copy-source", source + suffix);
    }

    private Ask copyPart(String upload) {
        return new Ask("PUT", key + "?partNumber=1&uploadId=" + upload)
                .header("x-amz-copy-source", source);
    }

    private Ask first(Ask ask) {
        return ask.header("amz-sdk-invocation-id", id)
                .header("amz-sdk-request", "attempt=1; max=3");
    }

    private Ask retry(Ask ask) {
        return ask.header("amz-sdk-invocation-id", id)
                .header("amz-sdk-request", "attempt=2; max=3");
    }

    private static String md5(String content) throws IOException {
        return HexFormat.of().formatHex(Base64.getDecoder().decode(RawHttp.md5(content)));
    }

    /** After which the gateway closes the connection. */
    private void isUnknown(Ask ask) throws IOException {
        assertThat(sent(ask, 503).body()).contains("outcome is unknown");
        http.close();
        http = new RawHttp(gateway.port());
    }

    private Response sent(Ask ask, int status) throws IOException {
        Response response = http.send(ask);
        assertThat(response.status()).as(response.body()).isEqualTo(status);
        return response;
    }

    private String content(String path) throws IOException {
        return sent(new Ask("GET", path), 200).body();
    }
}
