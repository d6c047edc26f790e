package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.s3.auth.TestSigner;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;

/**
 * URLs that are presigned by version 2, at a gateway that accepts them and at one that does not.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SigV2UrlsTest {
    private RunningGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway = new RunningGateway("giza.gateway.signature-v2=true");
        try (RawHttp http = new RawHttp(gateway.port())) {
            assertThat(http.send(new Ask("PUT", "/bucket")).status()).isEqualTo(200);
        }
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @Test
    void anObjectIsPutReadAndDescribed() throws IOException {
        String signedQuery = "content-type=text/x-giza&x-amz-meta-colour=green";
        assertThat(send(gateway, "PUT", signedQuery, "text").status()).isEqualTo(200);
        Response got = send(gateway, "GET", "", "");
        assertThat(got.body()).isEqualTo("text");
        assertThat(got.headers())
                .containsEntry("content-type", "text/x-giza")
                .containsEntry("x-amz-meta-colour", "green");
        assertThat(send(gateway, "HEAD", "response-content-type=a/b", "").headers())
                .containsEntry("content-type", "a/b");
    }

    @Test
    void whatAHeaderMayNotSayAUrlMayNot() throws IOException {
        Response response = send(gateway, "PUT", "x-amz-storage-class=GLACIER", "text");
        assertThat(response.status()).isEqualTo(501);
    }

    @Test
    void unlessItIsAllowedItIsRefused() throws IOException {
        try (RunningGateway other = new RunningGateway()) {
            Response response = send(other, "GET", "", "");
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.element("Message")).contains("giza.gateway.signature-v2");
        }
    }

    private static Response send(RunningGateway to, String method, String query, String body)
            throws IOException {
        try (RawHttp http = new RawHttp(to.port())) {
            http.write(
                    method
                            + " /bucket/key?"
                            + TestSigner.presignSigV2(method, "/bucket/key", query)
                            + " HTTP/1.1\r\nHost: h\r\nContent-Length: "
                            + body.length()
                            + "\r\n\r\n"
                            + body);
            return http.read(method.equals("HEAD"));
        }
    }
}
