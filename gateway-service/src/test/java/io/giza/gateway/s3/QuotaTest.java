package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.quota.QuotaRows;
import io.giza.gateway.service.ClientOperation;
import io.giza.model.ObjectKey;
import io.giza.usage.Quota;
import io.giza.usage.QuotaRecord;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;
import java.util.Random;

/** What clients are told whose bucket may hold ten bytes and holds five. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuotaTest {
    private static final String TOO_LONG = "eleven bytes";

    private RunningGateway gateway;
    private RawHttp http;

    @BeforeAll
    void start() throws IOException {
        gateway = new RunningGateway("giza.gateway.quota-freshness=10ms");
        new QuotaRows(gateway.rows())
                .set(
                        ObjectKey.ofBucketQuota("full"),
                        ClientOperation.once(new Random(1)),
                        new QuotaRecord("default", new Quota(10, 0)));
        try (RawHttp first = new RawHttp(gateway.port())) {
            for (String bucket : new String[] {"full", "other"}) {
                assertThat(first.send(new Ask("PUT", "/" + bucket)).status()).isEqualTo(200);
                assertThat(first.send(put("/" + bucket + "/kept", "5 by.")).status())
                        .isEqualTo(200);
            }
            while (first.send(put("/full/awaited", TOO_LONG)).status() == 200) {
                first.send(new Ask("DELETE", "/full/awaited"));
            }
            first.send(new Ask("DELETE", "/full/awaited"));
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
    void nothingElseIsThere() throws IOException {
        http.close();
        assertThat(gateway.objects().keys("full")).containsExactly("kept");
    }

    private static Ask put(String path, String body) {
        return new Ask("PUT", path).body(body);
    }

    private void assertRefused(Ask ask) throws IOException {
        Response response = http.send(ask);
        assertThat(response.status()).isEqualTo(403);
        assertThat(response.element("Code")).isEqualTo("QuotaExceeded");
        assertThat(response.element("Message")).contains("quota of the bucket");
        assertThat(response.element("BucketName")).isEqualTo("full");
    }

    @Test
    void aPutIsRefusedBeforeItsBodyIsRead() throws IOException {
        http.sendOnly(put("/full/key", TOO_LONG).afterwards("expect", "100-continue"), 0);

        Response response = http.read(false);
        assertThat(response.status()).isEqualTo(403);
        assertThat(response.element("Code")).isEqualTo("QuotaExceeded");
    }

    @Test
    void aCopyIsRefused() throws IOException {
        assertThat(http.send(put("/other/long", TOO_LONG)).status()).isEqualTo(200);

        assertRefused(put("/full/copy", "").header("x-amz-copy-source", "/other/long"));
    }

    @Test
    void theNextRequestOfTheConnectionIsServed() throws IOException {
        assertRefused(put("/full/key", TOO_LONG));
        assertThat(http.send(new Ask("GET", "/full/kept")).status()).isEqualTo(200);
    }

    @Test
    void anotherBucketIsNoneOfIt() throws IOException {
        assertThat(http.send(put("/other/key", TOO_LONG)).status()).isEqualTo(200);
    }
}
