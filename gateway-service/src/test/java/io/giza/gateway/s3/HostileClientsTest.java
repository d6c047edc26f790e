package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.s3.request.NastyTexts;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;

/** Clients that never end what they began, each beside one that must not notice. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileClientsTest {
    /** Far more than the gateway reads of a head, and far less than endless. */
    private static final int MANY = 1 << 20;

    private RunningGateway gateway;
    private RawHttp bystander;

    @BeforeAll
    void start() throws IOException {
        gateway = new RunningGateway("giza.gateway.slow-clients.idle=2s");
        try (RawHttp http = new RawHttp(gateway.port())) {
            assertThat(http.send(new Ask("PUT", "/bucket")).status()).isEqualTo(200);
        }
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @BeforeEach
    void connectBystander() throws IOException {
        bystander = new RawHttp(gateway.port());
        assertThat(bystander.send(new Ask("GET", "/bucket")).status()).isEqualTo(200);
    }

    @AfterEach
    void bystanderNoticesNothing() throws IOException {
        Ask put = new Ask("PUT", "/bucket/bystander").body("content");
        assertThat(bystander.send(put).status()).isEqualTo(200);
        Response got = bystander.send(new Ask("GET", "/bucket/bystander"));
        assertThat(got.body()).isEqualTo("content");
        bystander.close();
    }

    @Test
    void endlessHeadersAreCutOff() throws IOException {
        assertCutOff("GET /bucket/key HTTP/1.1\r\nHost: h\r\n", "X-Endless: 0123456789\r\n");
    }

    @Test
    void anEndlessHeaderIsCutOff() throws IOException {
        assertCutOff("GET /bucket/key HTTP/1.1\r\nHost: h\r\nX-Endless: ", "0123456789");
    }

    @Test
    void anEndlessRequestLineIsCutOff() throws IOException {
        assertCutOff("GET /bucket/", "0123456789/");
    }

    @Test
    void endlessChunkLinesAreCutOff() throws IOException {
        Ask ask =
                new Ask("PUT", "/bucket/chunks")
                        .header("x-amz-decoded-content-length", "5")
                        .header("x-amz-trailer", "x-amz-checksum-crc32")
                        .body("5;" + "x".repeat(MANY))
                        .mode("STREAMING-UNSIGNED-PAYLOAD-TRAILER");
        assertRefused(ask, "IncompleteBody");
        assertThat(gateway.objects().keys("bucket")).doesNotContain("chunks");
    }

    @Test
    void endlessTrailersAreCutOff() throws IOException {
        Ask ask =
                new Ask("PUT", "/bucket/trailers")
                        .header("x-amz-decoded-content-length", "5")
                        .header("x-amz-trailer", "x-amz-checksum-crc32")
                        .body("5\r\nhello\r\n0\r\n" + "x-more:y\r\n".repeat(MANY / 10))
                        .mode("STREAMING-UNSIGNED-PAYLOAD-TRAILER");
        assertRefused(ask, "MalformedTrailerError");
        assertThat(gateway.objects().keys("bucket")).doesNotContain("trailers");
    }

    @Test
    void aBillionLaughsAreRefused() throws IOException {
        StringBuilder document = new StringBuilder("<!DOCTYPE d [<!ENTITY l0 \"lol\">");
        for (int level = 1; level < 10; level++) {
            document.append(
                    "<!ENTITY l%d \"%s\">".formatted(level, ("&l" + (level - 1) + ";").repeat(10)));
        }
        document.append("]><Delete><Object><Key>&l9;</Key></Object></Delete>");
        assertRefused(
                new Ask("POST", "/bucket?delete")
                        .header("Content-MD5", RawHttp.md5(document.toString()))
                        .body(document.toString()),
                "MalformedXML");
    }

    @Test
    void clientThatClosesInTheMiddleOfItsBodyStoresNothing() throws IOException {
        for (int sent = 0; sent < 30; sent++) {
            try (RawHttp http = new RawHttp(gateway.port())) {
                Ask ask = new Ask("PUT", "/bucket/half").body("x".repeat(200_000));
                http.sendOnly(ask, sent * 5_000);
            }
        }
        assertThat(bystander.send(new Ask("GET", "/bucket/half")).status()).isEqualTo(404);
    }

    @Test
    void garbageIsAnsweredOrCutOff() throws IOException {
        for (long seed = 0; seed < 150; seed++) {
            NastyTexts texts = new NastyTexts(seed);
            try (RawHttp http = new RawHttp(gateway.port())) {
                String line =
                        seed % 2 == 0
                                ? "PUT /bucket/" + texts.garbage(60) + " HTTP/1.1"
                                : texts.garbage(80);
                http.write(line + "\r\nHost: h\r\n" + texts.garbage(200) + "\r\n\r\n");
                http.endInput();
                String answer = http.readToEnd();
                assertThat(answer).as("seed %d", seed).doesNotContain(" 500 ");
            } catch (IOException cutOff) {
                assertThat(cutOff).as("seed %d", seed).hasMessageNotContaining("timed out");
            }
        }
    }

    private void assertRefused(Ask ask, String code) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            http.sendOnly(ask, Math.min(ask.length(), 64 << 10));
            Response response = http.read(false);
            assertThat(response.element("Code")).isEqualTo(code);
            assertThat(response.status()).isEqualTo(400);
        }
    }

    /** The gateway answers 400, or just closes, long before all was sent. */
    private void assertCutOff(String start, String again) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            http.write(start);
            int sent = 0;
            try {
                while (sent < 64 * MANY) {
                    http.write(again.repeat(100));
                    sent += 100 * again.length();
                    if (http.hasAnswer()) {
                        assertThat(http.read(false).status()).isBetween(400, 431);
                        return;
                    }
                }
            } catch (IOException closed) {
                return;
            }
            assertThat(sent).isLessThan(64 * MANY);
        }
    }
}
