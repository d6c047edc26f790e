package io.giza.gateway.s3;

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

/** Clients that wait for 100-continue before they send a body that is going to be refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExpectContinueTest {
    private RunningGateway gateway;
    private RawHttp http;

    @BeforeAll
    void start() throws IOException {
        gateway = new RunningGateway("giza.gateway.max-put=1MB", "giza.gateway.max-drain=64KB");
        try (RawHttp first = new RawHttp(gateway.port())) {
            assertThat(first.send(new Ask("PUT", "/bucket")).status()).isEqualTo(200);
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
    void nothingIsLeftBehind() throws IOException {
        http.close();
        assertThat(gateway.objects().keys("bucket")).isEmpty();
    }

    @Test
    void refusedClientThatWaitsFor100IsToldBeforeItSendsItsBody() throws IOException {
        Ask ask = put("x").keys("nobody", "nothing-here").afterwards("expect", "100-continue");
        http.sendOnly(ask, 0);
        assertThat(http.read(false).status()).isEqualTo(403);
        // Whatever it sends now would be taken for its next request.
        assertThat(http.closeWasAnnounced()).isTrue();
    }

    @Test
    void acceptedClientThatWaitsFor100SendsItsBody() throws IOException {
        http.sendOnly(put("x").afterwards("expect", "100-continue"), 0);
        assertThat(http.read(false).status()).isEqualTo(100);
        http.write("x");
        assertThat(http.read(false).status()).isEqualTo(200);
        assertThat(http.send(new Ask("DELETE", "/bucket/key")).status()).isEqualTo(204);
    }

    @Test
    void objectThatIsTooLargeIsRefusedBeforeItIsRead() throws IOException {
        Ask ask =
                put("x").afterwards("content-length", "1048577")
                        .afterwards("expect", "100-continue");
        http.sendOnly(ask, 0);
        Response response = http.read(false);
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.element("Code")).isEqualTo("EntityTooLarge");
    }

    private static Ask put(String body) {
        return new Ask("PUT", "/bucket/key").body(body);
    }
}
