package io.giza.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.http.Trickle;
import io.giza.http.address.ClientAddresses;
import io.giza.http.address.ClientAddresses.ProxyProtocol;
import io.giza.http.address.ProxyHeaderBytes;
import io.giza.http.address.TrustedProxies;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import javax.net.ssl.SSLContext;

/** How a server speaks TLS, and with whom. */
class ServerTlsTest {
    private static final Limits PATIENT = new Limits(2, ServerFixture.LONG, ServerFixture.LONG);

    @TempDir private static Path folder;

    /** Shows a certificate, and trusts who shows the same. */
    private static SSLContext member;

    /** Trusts the same, and shows nothing. */
    private static SSLContext stranger;

    private final ServerFixture fixture = new ServerFixture();

    @BeforeAll
    static void makeKeys() throws Exception {
        TestCertificate made = TestCertificate.make(folder);
        member = made.member();
        stranger = made.stranger();
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private void serve(Tls.ClientCertificate clients, Limits limits) throws IOException {
        fixture.serve(
                new Tls(() -> member, clients),
                exchange -> {
                    byte[] body = exchange.body().readAllBytes();
                    exchange.answer(200, "application/octet-stream", body);
                },
                limits);
    }

    private RawCaller caller(SSLContext context) throws IOException {
        return new RawCaller(
                context.getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), fixture.server().port()));
    }

    private static void assertThatItIsServed(RawCaller caller) throws IOException {
        String body = "0123456789".repeat(100_000);
        caller.send(ServerFixture.post(body.length())).send(body);
        assertThat(caller.receive().body().equals(body)).isTrue();
        assertThat(caller.send(ServerFixture.get("/")).receive().status()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void whoShowsACertificateIsServed(Tls.ClientCertificate clients) throws IOException {
        serve(clients, PATIENT);
        try (RawCaller caller = caller(member)) {
            assertThatItIsServed(caller);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "WANTED"})
    void whoShowsNoCertificateIsServedUnlessItIsNeeded(Tls.ClientCertificate clients)
            throws IOException {
        serve(clients, PATIENT);
        try (RawCaller caller = caller(stranger)) {
            assertThatItIsServed(caller);
        }
    }

    @Test
    void whoShowsNoCertificateIsNotServedIfItIsNeeded() throws IOException {
        serve(Tls.ClientCertificate.NEEDED, PATIENT);
        try (RawCaller caller = caller(stranger)) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> caller.send(ServerFixture.get("/")).receive());
        }
    }

    @Test
    void whoSpeaksNoTlsIsToldTo() throws IOException {
        serve(Tls.ClientCertificate.NONE, PATIENT);
        try (var caller = new RawCaller(fixture.server())) {
            RawCaller.Answer answer = caller.send(ServerFixture.get("/")).receive();

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("https");
            assertThat(caller.end().awaitEnd()).isEmpty();
        }
    }

    @Test
    void aRefusalIsReadThoughTheBodyWasStillOnItsWay() throws IOException {
        serve(Tls.ClientCertificate.NONE, PATIENT);
        try (RawCaller caller = caller(stranger)) {
            caller.send("POST / HTTP/1.0\r\nContent-Length: +5\r\n\r\n");
            caller.send(new byte[100_000]);

            assertThat(caller.receive().status()).isEqualTo(400);
        }
    }

    @Test
    void aHandshakeThatIsUnderWayComesToItsRequestThoughTheServerEnds() throws Exception {
        serve(Tls.ClientCertificate.NONE, PATIENT);
        try (RawCaller caller = caller(stranger);
                RawCaller other = caller(stranger)) {
            // Whoever connected before is accepted by then; no byte of its handshake was sent.
            other.send(ServerFixture.get("/")).receive();
            Thread closing =
                    Thread.ofVirtual().start(() -> fixture.server().close(ServerFixture.LONG));
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(
                            () -> {
                                while (true) {
                                    other.send(ServerFixture.get("/")).receive();
                                }
                            });

            RawCaller.Answer answer = caller.send(ServerFixture.get("/")).receive();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Connection")).isEqualTo("close");
            closing.join();
        }
    }

    @Test
    void aHandshakeThatStandsStillEndsTheConnection() throws IOException {
        serve(Tls.ClientCertificate.NONE, new Limits(2, ServerFixture.LONG, ServerFixture.SHORT));
        try (var silent = new RawCaller(fixture.server());
                var started = new RawCaller(fixture.server())) {
            started.send(new byte[] {22, 3});

            assertThat(started.awaitEnd()).isEmpty();
            assertThat(silent.awaitEnd()).isEmpty();
        }
    }

    /** Each byte comes in time, and the handshake never ends. */
    @Test
    @Timeout(20)
    void aHandshakeThatTricklesInEndsTheConnection() throws IOException {
        serve(Tls.ClientCertificate.NONE, new Limits(2, ServerFixture.LONG, Duration.ofSeconds(1)));
        try (var caller = new RawCaller(fixture.server())) {
            caller.send(new byte[] {22, 3, 3, 64, 0, 1, 0, 63, 0});

            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> Trickle.endlessly(() -> caller.send("a")));
        }
    }

    /** The header comes before the handshake, in the clear. */
    @Test
    void aProxyHeaderPrecedesTheHandshake() throws IOException {
        serveBehindProxy();
        for (int pieces : new int[] {1, 28}) {
            var plain = new Socket(InetAddress.getLoopbackAddress(), fixture.server().port());
            byte[] header = ProxyHeaderBytes.from("203.0.113.5");
            for (int from = 0; from < header.length; from += header.length / pieces) {
                plain.getOutputStream().write(header, from, header.length / pieces);
            }
            Socket secure = stranger.getSocketFactory().createSocket(plain, "giza", 443, true);
            try (var caller = new RawCaller(secure)) {
                assertThat(caller.send(ServerFixture.get("/")).receive().body())
                        .isEqualTo("203.0.113.5 true");
                assertThat(caller.send(ServerFixture.get("/")).receive().body())
                        .isEqualTo("203.0.113.5 true");
            }
        }
    }

    @Test
    void aHandshakeWithoutItsProxyHeaderFails() throws IOException {
        serveBehindProxy();
        try (RawCaller caller = caller(stranger)) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> caller.send(ServerFixture.get("/")).receive());
        }
    }

    /** Within TLS it is bytes of a client. */
    @Test
    void aProxyHeaderWithinTlsIsNoHeader() throws IOException {
        serve(Tls.ClientCertificate.NONE, PATIENT);
        try (RawCaller caller = caller(stranger)) {
            caller.send(ProxyHeaderBytes.from("203.0.113.5")).send(ServerFixture.get("/"));
            assertThat(caller.receive().status()).isEqualTo(400);
        }
    }

    private void serveBehindProxy() throws IOException {
        fixture.serve(
                new Tls(() -> member, Tls.ClientCertificate.NONE),
                exchange ->
                        exchange.answer(
                                200,
                                exchange.remote().getHostAddress() + " " + exchange.isSecure()),
                PATIENT,
                new ConnectionAdmission(
                        new ClientAddresses(
                                TrustedProxies.of(List.of("127.0.0.0/8")), ProxyProtocol.V2),
                        ConnectionGate.OPEN,
                        ConnectionMeters.NONE));
    }

    @Test
    void connectionsCountBeforeTheirHandshakesAreOver() throws IOException {
        serve(Tls.ClientCertificate.NONE, PATIENT);
        try (var first = new RawCaller(fixture.server());
                var second = new RawCaller(fixture.server());
                var third = new RawCaller(fixture.server())) {
            assertThat(third.awaitEnd()).isEmpty();
            first.send(ServerFixture.get("/"));
            assertThat(first.receive().status()).isEqualTo(400);
            second.send(ServerFixture.get("/"));
            assertThat(second.receive().status()).isEqualTo(400);
        }
    }

    @Test
    void aHandshakeThatIsUnderWayIsEndedWithTheServer() throws IOException {
        serve(Tls.ClientCertificate.NONE, PATIENT);
        try (var silent = new RawCaller(fixture.server());
                RawCaller caller = caller(stranger)) {
            // Accepted after the other, so the other is there.
            caller.send(ServerFixture.get("/")).receive();
            fixture.server().close(ServerFixture.LONG);

            assertThat(silent.awaitEnd()).isEmpty();
        }
    }
}
