package io.giza.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.http.Trickle;
import io.giza.http.address.ClientAddresses;
import io.giza.http.address.ClientAddresses.ProxyProtocol;
import io.giza.http.address.ProxyHeaderBytes;
import io.giza.http.address.TrustedProxies;
import io.giza.http.server.ConnectionMeters.Refusal;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Connections that come through proxies, over real sockets. 127.0.0.9 is a trusted proxy. */
@Timeout(60)
class ProxiedConnectionsTest {
    private static final String PROXY = "127.0.0.9";
    private static final String STRANGER = "127.0.0.8";
    private static final Limits HASTY_HEADS =
            new Limits(
                    100,
                    ServerFixture.LONG,
                    ServerFixture.LONG,
                    ServerFixture.SHORT,
                    16 << 10,
                    100,
                    0,
                    Duration.ZERO,
                    ServerFixture.LONG);

    private final ServerFixture fixture = new ServerFixture();
    private final AtomicInteger open = new AtomicInteger();
    private final Queue<Refusal> refused = new ConcurrentLinkedQueue<>();
    private final ConnectionMeters meters =
            new ConnectionMeters() {
                @Override
                public void opened() {
                    open.incrementAndGet();
                }

                @Override
                public void closed() {
                    open.decrementAndGet();
                }

                @Override
                public void refused(Refusal reason) {
                    refused.add(reason);
                }
            };

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private void serve(ProxyProtocol protocol, Limits limits, ConnectionGate gate)
            throws IOException {
        var addresses = new ClientAddresses(TrustedProxies.of(List.of(PROXY)), protocol);
        fixture.serve(
                null,
                exchange -> {
                    exchange.body().readAllBytes();
                    exchange.answer(200, exchange.remote().getHostAddress());
                },
                limits,
                new ConnectionAdmission(addresses, gate, meters));
    }

    private void serve(ProxyProtocol protocol) throws IOException {
        serve(protocol, ServerFixture.PATIENT, ConnectionGate.OPEN);
    }

    private RawCaller from(String address) throws IOException {
        return new RawCaller(
                new Socket(
                        InetAddress.getLoopbackAddress(),
                        fixture.server().port(),
                        InetAddress.ofLiteral(address),
                        0));
    }

    private static String get(String... forwardedFor) {
        StringBuilder head = new StringBuilder("GET / HTTP/1.1\r\nHost: a\r\n");
        for (String each : forwardedFor) {
            head.append("x-forwarded-FOR: ").append(each).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    @Test
    void requestsOfOneConnectionHaveTheClientsThatTheProxyNames() throws IOException {
        serve(ProxyProtocol.OFF);
        try (RawCaller proxy = from(PROXY)) {
            assertThat(proxy.send(get("203.0.113.5")).receive().body()).isEqualTo("203.0.113.5");
            assertThat(proxy.send(get("10.0.0.1, 2001:db8::5", PROXY)).receive().body())
                    .isEqualTo("2001:db8:0:0:0:0:0:5");
            assertThat(proxy.send(get()).receive().body()).isEqualTo(PROXY);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"203.0.113.5", "unknown", ""})
    void aStrangersHeaderIsIgnored(String header) throws IOException {
        serve(ProxyProtocol.OFF);
        try (RawCaller stranger = from(STRANGER)) {
            assertThat(stranger.send(get(header)).receive().body()).isEqualTo(STRANGER);
        }
    }

    @Test
    void aRequestOfAnUnknownClientIsNotHandled() throws IOException {
        serve(ProxyProtocol.OFF);
        try (RawCaller proxy = from(PROXY)) {
            RawCaller.Answer answer = proxy.send(get("203.0.113.5, unknown")).receive();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("X-Forwarded-For");
            assertThat(proxy.send(get("203.0.113.5")).receive().body()).isEqualTo("203.0.113.5");

            // Its body is not taken for the next request.
            proxy.send(
                    "POST / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ?\r\nContent-Length: 5\r\n\r\n");
            proxy.send("hello");
            assertThat(proxy.receive().status()).isEqualTo(400);
            assertThat(proxy.awaitEnd()).isEmpty();
        }
    }

    @Test
    void aProxyHeaderNamesTheClientOfAllRequests() throws IOException {
        serve(ProxyProtocol.V2);
        try (RawCaller proxy = from(PROXY)) {
            proxy.send(ProxyHeaderBytes.from("2001:db8::5", new byte[] {4, 0, 1, 0}));
            for (int call = 0; call < 3; call++) {
                assertThat(proxy.send(get(PROXY)).receive().body())
                        .isEqualTo("2001:db8:0:0:0:0:0:5");
            }
        }
    }

    @Test
    void theHeaderMayComeInOnePieceWithTheRequestOrByteByByte() throws IOException {
        serve(ProxyProtocol.V2);
        byte[] header = ProxyHeaderBytes.from("203.0.113.5");
        var both = new ByteArrayOutputStream();
        both.writeBytes(header);
        both.writeBytes(get().getBytes(StandardCharsets.US_ASCII));
        both.writeBytes(get().getBytes(StandardCharsets.US_ASCII));
        try (RawCaller whole = from(PROXY);
                RawCaller pieces = from(PROXY)) {
            whole.send(both.toByteArray());
            assertThat(whole.receive().body()).isEqualTo("203.0.113.5");
            assertThat(whole.receive().body()).isEqualTo("203.0.113.5");
            for (byte each : both.toByteArray()) {
                pieces.send(new byte[] {each});
            }
            assertThat(pieces.receive().body()).isEqualTo("203.0.113.5");
            assertThat(pieces.receive().body()).isEqualTo("203.0.113.5");
        }
    }

    @Test
    void healthChecksAndUnknownSourcesHaveTheAddressOfTheProxy() throws IOException {
        serve(ProxyProtocol.V2);
        for (byte[] header :
                List.of(
                        ProxyHeaderBytes.local(),
                        ProxyHeaderBytes.header(0x20, 0x11, new byte[12]),
                        ProxyHeaderBytes.header(0x21, 0x00, new byte[3]))) {
            try (RawCaller proxy = from(PROXY)) {
                assertThat(proxy.send(header).send(get("203.0.113.5")).receive().body())
                        .isEqualTo(PROXY);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
                "PROXY TCP4 203.0.113.5 192.0.2.1 4711 443\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"
            })
    void aTrustedProxyWithoutItsHeaderIsNotServed(String text) throws IOException {
        serve(ProxyProtocol.V2);
        try (RawCaller proxy = from(PROXY)) {
            assertThatItIsClosed(proxy.send(text));
        }
        assertThat(refused).containsExactly(Refusal.PROXY_HEADER);
    }

    @Test
    void aMalformedHeaderEndsTheConnection() throws IOException {
        serve(ProxyProtocol.V2);
        for (byte[] header :
                List.of(
                        ProxyHeaderBytes.header(0x22, 0x11, new byte[12]),
                        ProxyHeaderBytes.header(0x31, 0x11, new byte[12]),
                        ProxyHeaderBytes.header(0x21, 0x11, new byte[11]),
                        ProxyHeaderBytes.header(0x21, 0x41, new byte[36]),
                        ProxyHeaderBytes.header(0x21, 0x11, 0xffff, new byte[12]))) {
            try (RawCaller proxy = from(PROXY)) {
                assertThatItIsClosed(proxy.send(header));
            }
        }
        assertThat(refused).hasSize(5).containsOnly(Refusal.PROXY_HEADER);
    }

    /** With bytes unread a connection is reset. */
    private static void assertThatItIsClosed(RawCaller caller) {
        try {
            assertThat(caller.awaitEnd()).isEmpty();
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    @Test
    void aStrangersProxyHeaderIsNoHeader() throws IOException {
        serve(ProxyProtocol.V2);
        try (RawCaller stranger = from(STRANGER)) {
            RawCaller.Answer answer =
                    stranger.send(ProxyHeaderBytes.from("203.0.113.5")).send(get()).receive();
            assertThat(answer.status()).isEqualTo(400);
        }
        try (RawCaller stranger = from(STRANGER)) {
            assertThat(stranger.send(get()).receive().body()).isEqualTo(STRANGER);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 27})
    void aHeaderThatStandsStillEndsTheConnection(int bytes) throws IOException {
        serve(ProxyProtocol.V2, HASTY_HEADS, ConnectionGate.OPEN);
        try (RawCaller proxy = from(PROXY)) {
            byte[] header = ProxyHeaderBytes.from("203.0.113.5");
            proxy.send(Arrays.copyOf(header, bytes));
            assertThat(proxy.awaitEnd()).isEmpty();
        }
    }

    /** Each byte comes in time, and the header never ends. */
    @Test
    void aHeaderThatTricklesInEndsTheConnection() throws IOException {
        serve(ProxyProtocol.V2, HASTY_HEADS, ConnectionGate.OPEN);
        try (RawCaller proxy = from(PROXY)) {
            proxy.send(ProxyHeaderBytes.header(0x21, 0x11, 4096, new byte[12]));
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> Trickle.endlessly(() -> proxy.send("a")));
        }
    }

    /** The gate sees clients of a PROXY header, and neither proxies nor their health checks. */
    @Test
    void theGateCountsClientsAndNoProxies() throws IOException {
        var inside = ConcurrentHashMap.<String>newKeySet();
        ConnectionGate onceEach =
                new ConnectionGate() {
                    @Override
                    public boolean enter(InetAddress address) {
                        return inside.add(address.getHostAddress());
                    }

                    @Override
                    public void leave(InetAddress address) {
                        inside.remove(address.getHostAddress());
                    }
                };
        serve(ProxyProtocol.V2, ServerFixture.PATIENT, onceEach);
        byte[] header = ProxyHeaderBytes.from("203.0.113.5");
        byte[] other = ProxyHeaderBytes.from("203.0.113.6");
        try (RawCaller first = from(PROXY);
                RawCaller second = from(PROXY);
                RawCaller third = from(PROXY);
                RawCaller check = from(PROXY);
                RawCaller anotherCheck = from(PROXY)) {
            assertThat(first.send(header).send(get()).receive().status()).isEqualTo(200);
            assertThatItIsClosed(second.send(header));
            assertThat(third.send(other).send(get()).receive().status()).isEqualTo(200);
            for (RawCaller each : List.of(check, anotherCheck)) {
                assertThat(each.send(ProxyHeaderBytes.local()).send(get()).receive().body())
                        .isEqualTo(PROXY);
            }
            assertThat(inside).containsExactlyInAnyOrder("203.0.113.5", "203.0.113.6");
            assertThat(refused).containsExactly(Refusal.PER_ADDRESS);
        }
        while (!inside.isEmpty() || open.get() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void connectionsAreCountedThatAreOpenOrTooMany() throws IOException {
        serve(
                ProxyProtocol.OFF,
                new Limits(2, ServerFixture.LONG, ServerFixture.LONG),
                ConnectionGate.OPEN);
        try (RawCaller first = from(STRANGER);
                RawCaller second = from(PROXY)) {
            assertThat(first.send(get()).receive().status()).isEqualTo(200);
            assertThat(second.send(get()).receive().status()).isEqualTo(200);
            assertThat(open).hasValue(2);
            try (RawCaller third = from(PROXY)) {
                assertThatItIsClosed(third);
            }
            assertThat(refused).containsExactly(Refusal.MAX_CONNECTIONS);
        }
        while (open.get() > 0) {
            Thread.onSpinWait();
        }
    }
}
