package io.giza.gateway.s3.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;

/** Clients that send or take next to nothing, on real sockets, at gateways without patience. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlowClientsTest {
    /** More than the buffers of both sockets hold. */
    private static final int LARGE = 24 << 20;

    private RunningGateway gateway;

    @BeforeAll
    void start() throws IOException {
        // Whoever keeps it waiting for 50 ms is too slow; nobody sends a gigabyte in that time.
        gateway =
                new RunningGateway(
                        "giza.gateway.slow-clients.window=50ms",
                        "giza.gateway.slow-clients.least=1GB",
                        "giza.gateway.slow-clients.idle=2s");
        try (RawHttp http = new RawHttp(gateway.port())) {
            assertThat(http.send(new Ask("PUT", "/bucket")).status()).isEqualTo(200);
        }
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource({"G, x", "'GET /bucket/key HTTP/1.1\r\nHost: h\r\nX-A: ', x"})
    void aHeadThatDripsIsCutOffWhenItsTimeIsOver(String start, String drip) throws IOException {
        try (RunningGateway hasty =
                        new RunningGateway(
                                "giza.gateway.slow-clients.head=1ms",
                                "server.max-http-request-header-size=16MB");
                RawHttp http = new RawHttp(hasty.port())) {
            http.write(start);
            assertThatIOException()
                    .isThrownBy(
                            () -> {
                                for (int sent = 0; sent < 1 << 20 && !http.hasAnswer(); sent++) {
                                    http.write(drip);
                                }
                            });
        }
    }

    @Test
    void emptyLinesAreNoBeginningOfAHead() throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            for (int sent = 0; sent < 1 << 10 && !http.hasAnswer(); sent++) {
                http.write("\r\n");
            }
            assertThat(http.read(false).status()).isBetween(400, 431);
        }
    }

    @Test
    void aBodyThatDripsIsRefusedAndNothingOfItStored() throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            Ask ask = new Ask("PUT", "/bucket/drip").mode("UNSIGNED-PAYLOAD").body(new byte[LARGE]);
            http.sendOnly(ask, 0);
            while (!http.hasAnswer()) {
                http.drip();
            }
            assertRefused(http.read(false));
        }
        assertThat(gateway.objects().keys("bucket")).doesNotContain("drip");
    }

    @Test
    void aBodyThatStopsIsRefused() throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            Ask ask = new Ask("PUT", "/bucket/stop").mode("UNSIGNED-PAYLOAD").body(new byte[LARGE]);
            http.sendOnly(ask, 1000);
            assertRefused(http.read(false));
        }
        assertThat(gateway.objects().keys("bucket")).doesNotContain("stop");
    }

    @Test
    void aClientThatDoesNotReadIsCutOff() throws Exception {
        try (RunningGateway patient = new RunningGateway("giza.gateway.slow-clients.idle=2s");
                RawHttp http = new RawHttp(patient.port())) {
            http.send(new Ask("PUT", "/bucket"));
            Ask ask =
                    new Ask("PUT", "/bucket/large").mode("UNSIGNED-PAYLOAD").body(new byte[LARGE]);
            assertThat(http.send(ask).status()).isEqualTo(200);
            http.sendOnly(new Ask("GET", "/bucket/large"), 0);
            patient.objects().awaitBrokenRead();
            assertThatThrownBy(() -> http.read(false))
                    .isInstanceOfAny(EOFException.class, SocketException.class);
        }
    }

    private static void assertRefused(Response response) {
        assertThat(response.status()).isIn(400, 408);
        assertThat(response.element("Code")).isEqualTo("RequestTimeout");
    }
}
