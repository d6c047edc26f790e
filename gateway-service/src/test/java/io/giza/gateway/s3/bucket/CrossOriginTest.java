package io.giza.gateway.s3.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;

/** What browsers ask for pages of other origins, and what the pages get to see. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrossOriginTest {
    private static final String PAGE = "https://app.example.org";
    private static final String CONFIGURATION =
            "<CORSConfiguration><CORSRule><AllowedOrigin>https://*.example.org</AllowedOrigin>"
                    + "<AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod>"
                    + "<AllowedHeader>x-amz-*</AllowedHeader><ExposeHeader>ETag</ExposeHeader>"
                    + "<MaxAgeSeconds>60</MaxAgeSeconds></CORSRule></CORSConfiguration>";

    private RunningGateway gateway;
    private RawHttp http;

    @BeforeAll
    void start() throws IOException {
        gateway = new RunningGateway();
        try (RawHttp first = new RawHttp(gateway.port())) {
            first.send(new Ask("PUT", "/bucket"));
            first.send(new Ask("PUT", "/closed"));
            assertThat(first.send(new Ask("PUT", "/bucket?cors").body(CONFIGURATION)).status())
                    .isEqualTo(200);
        }
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @BeforeEach
    void connect() throws IOException {
        http = new RawHttp(gateway.port());
    }

    @AfterEach
    void disconnect() throws IOException {
        http.close();
    }

    @Test
    void aPreflightIsAnsweredWithoutASignature() throws IOException {
        Response response =
                preflight("/bucket/some/key?x=1&uploads", PAGE, "PUT", "X-Amz-Date, x-amz-acl");

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.headers())
                .containsEntry("access-control-allow-origin", PAGE)
                .containsEntry("access-control-allow-credentials", "true")
                .containsEntry("access-control-allow-methods", "GET, PUT")
                .containsEntry("access-control-allow-headers", "x-amz-date, x-amz-acl")
                .containsEntry("access-control-expose-headers", "ETag")
                .containsEntry("access-control-max-age", "60")
                .containsKeys("vary", "x-amz-request-id");
    }

    @Test
    void aPreflightThatTheBucketDoesNotAllowIsForbidden() throws IOException {
        forbidden(preflight("/bucket/key", "https://other.org", "GET", ""));
        forbidden(preflight("/bucket/key", PAGE, "DELETE", ""));
        forbidden(preflight("/bucket/key", PAGE, "GET", "authorization"));
        forbidden(preflight("/closed/key", PAGE, "GET", ""));
        assertThat(preflight("/absent", PAGE, "GET", "").element("Code")).isEqualTo("NoSuchBucket");
    }

    @Test
    void pagesOfAConsoleMayUsePresignedUrlsWhateverTheBucketSays() throws IOException {
        try (RunningGateway consoled = new RunningGateway("giza.gateway.console-origins=" + PAGE);
                RawHttp other = new RawHttp(consoled.port())) {
            String presigned = "/any/key?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=x";
            int before = consoled.buckets().anonymousReads();
            Response response =
                    preflight(other, presigned, PAGE, "PUT", "x-amz-checksum-sha256,content-type");
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.headers())
                    .containsEntry("access-control-allow-origin", PAGE)
                    .containsEntry(
                            "access-control-allow-headers", "x-amz-checksum-sha256, content-type")
                    .containsEntry("access-control-expose-headers", "ETag, x-amz-version-id");
            assertThat(consoled.buckets().anonymousReads()).isEqualTo(before);
            forbidden(preflight(other, "/bucket/key", PAGE, "PUT", "").status());
            forbidden(preflight(other, presigned, "https://other.org", "PUT", "").status());
        }
    }

    private static void forbidden(int status) {
        assertThat(status).isIn(403, 404);
    }

    @Test
    void aBucketThatIsNotThereIsLookedForOnceInItsTime() throws IOException {
        try (RunningGateway patient = new RunningGateway("giza.gateway.cross-origin-freshness=1h");
                RawHttp other = new RawHttp(patient.port())) {
            int before = patient.buckets().anonymousReads();
            for (int i = 0; i < 100; i++) {
                other.write(
                        "OPTIONS /absent/key HTTP/1.1\r\nHost: h\r\nOrigin: "
                                + PAGE
                                + "\r\nAccess-Control-Request-Method: GET\r\n\r\n");
                assertThat(other.read(false).element("Code")).isEqualTo("NoSuchBucket");
            }
            assertThat(patient.buckets().anonymousReads() - before).isEqualTo(1);
        }
    }

    @Test
    void bucketsAreLookedForSoManyTimesASecond() throws IOException {
        try (RunningGateway wary = new RunningGateway("giza.gateway.unknown-lookups=1");
                RawHttp other = new RawHttp(wary.port())) {
            String code = "";
            for (int i = 0; !code.equals("SlowDown"); i++) {
                other.write(
                        "OPTIONS /absent"
                                + i
                                + "/key HTTP/1.1\r\nHost: h\r\nOrigin: "
                                + PAGE
                                + "\r\nAccess-Control-Request-Method: GET\r\n\r\n");
                code = other.read(false).element("Code");
                assertThat(code).isIn("NoSuchBucket", "SlowDown");
            }
        }
    }

    /** What is remembered is old at once. */
    @Test
    void whoAsksForBucketsThatAreNotThereTakesNothingFromThoseThatAre() throws IOException {
        try (RunningGateway wary =
                        new RunningGateway(
                                "giza.gateway.unknown-lookups=1",
                                "giza.gateway.cross-origin-freshness=1ns");
                RawHttp other = new RawHttp(wary.port())) {
            other.send(new Ask("PUT", "/bucket"));
            other.send(new Ask("PUT", "/bucket?cors").body(CONFIGURATION));
            assertThat(preflight(other, "/bucket/key", PAGE, "GET", "").status()).isEqualTo(200);
            String code = "";
            for (int i = 0; !code.equals("SlowDown"); i++) {
                code = preflight(other, "/absent" + i, PAGE, "GET", "").element("Code");
            }
            try (RawHttp page = new RawHttp(wary.port())) {
                assertThat(preflight(page, "/bucket/key", PAGE, "GET", "").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aPreflightSaysWhatItIsAbout() throws IOException {
        assertThat(preflight("/bucket/key", PAGE, "PATCH", "").element("Code"))
                .isEqualTo("BadRequest");
        reconnect();
        http.write("OPTIONS /bucket/key HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(http.read(false).element("Code")).isEqualTo("BadRequest");
        reconnect();
        var wrong = preflight("/bucket/key", PAGE, "GET", "X-Good,not a header");
        assertThat(wrong.element("Code")).isEqualTo("BadRequest");
        assertThat(wrong.element("Message"))
                .isEqualTo(
                        "Access-Control-Request-Headers \"not a header\" contains invalid"
                                + " character.");
        reconnect();
        assertThat(preflight("/bucket/key", PAGE, "GET", "x-amz-a,".repeat(101)).status())
                .isEqualTo(400);
    }

    @Test
    void aPageSeesAnswersAndErrorsOfWhatItMayAsk() throws IOException {
        Response stored = http.send(new Ask("PUT", "/bucket/k").header("Origin", PAGE).body("x"));
        assertThat(stored.headers()).containsEntry("access-control-allow-origin", PAGE);
        Response missing = http.send(new Ask("GET", "/bucket/none").header("Origin", PAGE));
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.headers())
                .containsEntry("access-control-allow-origin", PAGE)
                .containsEntry("access-control-expose-headers", "ETag");
        Response deleted = http.send(new Ask("DELETE", "/bucket/k").header("Origin", PAGE));
        assertThat(deleted.status()).isEqualTo(204);
        assertThat(deleted.headers()).doesNotContainKey("access-control-allow-origin");
        Response other =
                http.send(new Ask("GET", "/bucket/none").header("Origin", "https://other.org"));
        assertThat(other.headers()).doesNotContainKey("access-control-allow-origin");
        Response none = http.send(new Ask("GET", "/bucket/none"));
        assertThat(none.headers()).doesNotContainKey("vary");
    }

    /** No script can set these headers in a browser, so only a client of another kind does. */
    @Test
    void whoNamesWhatItWouldAskIsJudgedByThat() throws IOException {
        Ask asked =
                new Ask("DELETE", "/bucket/none")
                        .header("Origin", PAGE)
                        .header("Access-Control-Request-Method", "PUT");
        assertThat(http.send(asked).headers()).containsEntry("access-control-allow-origin", PAGE);
        asked.header("Access-Control-Request-Headers", "authorization");
        assertThat(http.send(asked).headers()).doesNotContainKey("access-control-allow-origin");
        Response wrong =
                http.send(
                        new Ask("PUT", "/bucket/some")
                                .header("Origin", PAGE)
                                .header("Access-Control-Request-Method", "PATCH"));
        assertThat(wrong.status()).isEqualTo(200);
        assertThat(wrong.headers()).doesNotContainKey("access-control-allow-origin");
    }

    @Test
    void everyOriginIsNotTheSameAsThisOne() throws IOException {
        http.send(new Ask("PUT", "/open"));
        http.send(
                new Ask("PUT", "/open?cors")
                        .body(CONFIGURATION.replace("https://*.example.org", "*")));

        Response response = preflight("/open/key", PAGE, "GET", "");

        assertThat(response.headers())
                .containsEntry("access-control-allow-origin", "*")
                .doesNotContainKey("access-control-allow-credentials");
        assertThat(http.send(new Ask("DELETE", "/open?cors")).status()).isEqualTo(204);
        forbidden(preflight("/open/key", PAGE, "GET", ""));
    }

    /** On a connection of its own: a refusal may end one. */
    private void reconnect() throws IOException {
        disconnect();
        connect();
    }

    @Test
    void aBucketThatIsCreatedAgainSaysNothingOfBefore() throws IOException {
        http.send(new Ask("PUT", "/again"));
        http.send(new Ask("PUT", "/again?cors").body(CONFIGURATION));
        assertThat(preflight("/again/key", PAGE, "GET", "").status()).isEqualTo(200);
        http.send(new Ask("DELETE", "/again?cors"));
        http.send(new Ask("DELETE", "/again"));
        http.send(new Ask("PUT", "/again"));

        forbidden(preflight("/again/key", PAGE, "GET", ""));
    }

    private void forbidden(Response response) {
        assertThat(response.status()).isEqualTo(403);
        assertThat(response.element("Code")).isEqualTo("AccessForbidden");
        assertThat(response.headers()).doesNotContainKey("access-control-allow-origin");
    }

    private Response preflight(String target, String origin, String method, String headers)
            throws IOException {
        return preflight(http, target, origin, method, headers);
    }

    private static Response preflight(
            RawHttp from, String target, String origin, String method, String headers)
            throws IOException {
        from.write(
                "OPTIONS "
                        + target
                        + " HTTP/1.1\r\nHost: h\r\nOrigin: "
                        + origin
                        + "\r\nAccess-Control-Request-Method: "
                        + method
                        + (headers.isEmpty()
                                ? ""
                                : "\r\nAccess-Control-Request-Headers: " + headers)
                        + "\r\n\r\n");
        return from.read(false);
    }
}
