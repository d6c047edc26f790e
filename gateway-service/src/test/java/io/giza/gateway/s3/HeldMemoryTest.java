package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.s3.form.SignedForm;
import io.giza.record.AccessKeyRecord.Role;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What clients make a gateway hold: never what they announce, and never more than there is. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HeldMemoryTest {
    private static final int LARGEST_DOCUMENT = 8 << 20;
    private static final long MIB = 1 << 20;

    private final List<RawHttp> attackers = new ArrayList<>();
    private RunningGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway =
                new RunningGateway(
                        "giza.memory.documents=16MB",
                        "giza.gateway.form-space=64MB",
                        "giza.master-key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
        try (RawHttp http = new RawHttp(gateway.port())) {
            assertThat(http.send(new Ask("PUT", "/bucket")).status()).isEqualTo(200);
        }
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @AfterEach
    void nothingIsHeldAnyMore() throws IOException {
        for (RawHttp attacker : attackers) {
            attacker.close();
        }
        attackers.clear();
        gateway.awaitHeld("documents", bytes -> bytes == 0);
        gateway.awaitHeld("forms", bytes -> bytes == 0);
    }

    @Test
    void twoHundredHeadsOfLargestDocumentsTakeNextToNothing() throws IOException {
        for (int i = 0; i < 200; i++) {
            completeWith(1);
        }
        gateway.awaitHeld("documents", bytes -> bytes >= 200 * 1024);
        assertThat(gateway.held("documents")).isLessThan(2 * MIB);
        servesOthers();
    }

    @Test
    void documentsBeyondTheBudgetAreAskedToComeAgain() throws IOException {
        completeWith(LARGEST_DOCUMENT - 1);
        gateway.awaitHeld("documents", bytes -> bytes > 5 * MIB);
        RawHttp second = completeWith(LARGEST_DOCUMENT - 1);
        Response refused = second.read(false);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.element("Code")).isEqualTo("SlowDown");
        assertThat(refused.headers()).containsEntry("retry-after", "1");
        assertThat(gateway.held("documents")).isLessThanOrEqualTo(16 * MIB);
        servesOthers();
    }

    @Test
    void oneAccountsDocumentsLeaveRoomForAnothers() throws IOException {
        completeWith(LARGEST_DOCUMENT - 1);
        gateway.awaitHeld("documents", bytes -> bytes > 5 * MIB);
        KeyService.Created key = (KeyService.Created) gateway.keys().create("other", Role.USER);
        Ask ask =
                new Ask("POST", "/bucket?delete")
                        .keys(key.key().id(), key.secret())
                        .header("Content-MD5", RawHttp.md5("x".repeat(4 << 20)))
                        .body("x".repeat(4 << 20));
        try (RawHttp http = new RawHttp(gateway.port())) {
            assertThat(http.send(ask).element("Code")).isEqualTo("MalformedXML");
        }
    }

    @Test
    void formsThatHaveNotSaidWhoTheyAreTakeLittle() throws IOException {
        for (int i = 0; i < 300; i++) {
            RawHttp http = connect();
            http.write(
                    "POST /bucket HTTP/1.1\r\nHost: h\r\n"
                            + "Content-Type: multipart/form-data; boundary=XX\r\n"
                            + "Content-Length: 1000000\r\n\r\n--XX\r\n"
                            + "Content-Disposition: form-data; name=\"key\"\r\n\r\nab");
        }
        gateway.awaitHeld("documents", bytes -> bytes >= 300 * 4096);
        assertThat(gateway.held("documents")).isLessThan(2 * MIB);
        servesOthers();
    }

    @Test
    void whatFormsAnnounceIsNotTakenFromOthers() throws IOException {
        String file = "x".repeat(300 << 10);
        String form = new SignedForm().field("key", "key").file("f", file).body();
        for (int i = 0; i < 2; i++) {
            beginForm(form.substring(0, form.lastIndexOf("\r\n--")), 5L << 30);
        }
        gateway.awaitHeld("forms", bytes -> bytes >= 2L * file.length());

        assertThat(beginForm(form, form.length()).read(false).status()).isEqualTo(204);
    }

    private RawHttp beginForm(String sent, long announced) throws IOException {
        RawHttp http = connect();
        http.write(
                "POST /bucket HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary="
                        + SignedForm.BOUNDARY
                        + "\r\nContent-Length: "
                        + announced
                        + "\r\n\r\n"
                        + sent);
        return http;
    }

    private RawHttp connect() throws IOException {
        RawHttp http = new RawHttp(gateway.port());
        attackers.add(http);
        return http;
    }

    /** Announces a completion of the greatest length, and sends so much of it. */
    private RawHttp completeWith(int sent) throws IOException {
        RawHttp http = connect();
        Ask ask =
                new Ask("POST", "/bucket/key?uploadId=00000000000000000000000000000001")
                        .body(new byte[sent])
                        .afterwards("content-length", Integer.toString(LARGEST_DOCUMENT));
        try {
            http.sendOnly(ask, sent);
        } catch (IOException e) {
            // It was refused before it had sent all, and the answer is there to be read.
            assertThat(sent).isGreaterThan(1);
        }
        return http;
    }

    private void servesOthers() throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            Ask put = new Ask("PUT", "/bucket/other").body("content");
            assertThat(http.send(put).status()).isEqualTo(200);
            assertThat(http.send(new Ask("GET", "/bucket/other")).body()).isEqualTo("content");
        }
    }
}
