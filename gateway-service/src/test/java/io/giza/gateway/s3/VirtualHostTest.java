package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.s3.auth.TestSigner;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Buckets that are named by the host, beside those that are named by the path. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VirtualHostTest {
    private RunningGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway =
                new RunningGateway(
                        "giza.gateway.domains=s3.test,eu.s3.test",
                        "giza.gateway.signature-v2=true");
        for (String bucket : new String[] {"bucket", "second", "dotted.name"}) {
            assertThat(ask("PUT", "s3.test", "/" + bucket, "").status()).isEqualTo(200);
        }
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    private Response ask(String method, String host, String path, String body) throws IOException {
        return send(method, host, host, path, body);
    }

    /** Sends a request that was signed for another host, perhaps. */
    private Response send(String method, String signedHost, String host, String path, String body)
            throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("host", signedHost);
        headers.put("x-amz-content-sha256", "UNSIGNED-PAYLOAD");
        headers.put("content-length", Integer.toString(body.length()));
        Map<String, String> signed = TestSigner.sign(method, path, headers);
        signed.put("host", host);
        StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        signed.forEach((name, value) -> text.append(name + ": " + value + "\r\n"));
        return send(text + "\r\n" + body);
    }

    private Response send(String request) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            http.write(request);
            return http.read(false);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "bucket.s3.test, bucket",
        "bucket.s3.test:9000, bucket",
        "Second.S3.Test, second",
        "dotted.name.s3.test, dotted.name",
        "bucket.eu.s3.test, bucket"
    })
    void whatIsPutByTheHostIsReadByThePath(String host, String bucket) throws IOException {
        assertThat(ask("PUT", host, "/a/key", "by " + host).status()).isEqualTo(200);

        assertThat(ask("GET", "127.0.0.1", "/" + bucket + "/a/key", "").body())
                .isEqualTo("by " + host);
        assertThat(ask("GET", host, "/", "").element("Name")).isEqualTo(bucket);
        assertThat(ask("GET", host, "/a/key", "").body()).isEqualTo("by " + host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3.test",
                "eu.s3.test",
                "s3.test:80",
                "other.test",
                "notofs3.test",
                "localhost"
            })
    void everyOtherHostLeavesTheBucketToThePath(String host) throws IOException {
        assertThat(ask("PUT", host, "/bucket/by-path", host).status()).isEqualTo(200);
        assertThat(ask("GET", "bucket.s3.test", "/by-path", "").body()).isEqualTo(host);
    }

    @Test
    void theHostIsSignedSoNobodyTurnsARequestToAnotherBucket() throws IOException {
        Response response = send("PUT", "bucket.s3.test", "second.s3.test", "/stolen", "x");
        assertThat(response.status()).isEqualTo(403);
        assertThat(response.element("Code")).isEqualTo("SignatureDoesNotMatch");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a_b.s3.test", "-.s3.test", "x.s3.test", "a..b.s3.test", "%41bc.s3.test"})
    void aHostThatNamesNoBucketIsRefused(String host) throws IOException {
        Response response = ask("GET", host, "/key", "");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.element("Code")).isEqualTo("InvalidBucketName");
    }

    @Test
    void theKeyIsThePathAsItIs() throws IOException {
        assertThat(ask("PUT", "bucket.s3.test", "//a%2Fb/../c", "odd").status()).isEqualTo(200);
        assertThat(gateway.objects().keys("bucket")).contains("/a/b/../c");
    }

    @Test
    void operatorsPathsAreTheirsAtEveryHost() throws IOException {
        Response response = send("GET /_giza/health HTTP/1.1\r\nHost: bucket.s3.test\r\n\r\n");
        assertThat(response.body()).contains("UP");
    }

    @Test
    void aUrlOfVersion2SignsTheBucketBeforeThePath() throws IOException {
        assertThat(ask("PUT", "bucket.s3.test", "/old", "by v2").status()).isEqualTo(200);
        String query = TestSigner.presignSigV2("GET", "/bucket/old", "");
        Response response = send("GET /old?" + query + " HTTP/1.1\r\nHost: bucket.s3.test\r\n\r\n");
        assertThat(response.body()).isEqualTo("by v2");
    }
}
