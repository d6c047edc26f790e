package io.giza.gateway.s3.access;

import static org.assertj.core.api.Assertions.assertThat;

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

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/** Which address {@code aws:SourceIp} is behind proxies. 127.0.0.9 is one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForwardedAddressTest {
    private static final String PROXY = "127.0.0.9";
    private static final String STRANGER = "127.0.0.8";
    private static final String DECLARED = "giza.gateway.trusted-proxies=" + PROXY;

    private RunningGateway declared;

    @BeforeAll
    void start() throws IOException {
        declared = started("203.0.113.0/24", DECLARED);
    }

    @AfterAll
    void stop() {
        declared.close();
    }

    /** Starts a gateway with an object that a policy admits addresses to. */
    private static RunningGateway started(String admitted, String... properties)
            throws IOException {
        RunningGateway gateway = new RunningGateway(properties);
        try (RawHttp owner = new RawHttp(gateway.port())) {
            owner.send(new Ask("PUT", "/mine"));
            owner.send(new Ask("PUT", "/mine/key").body("content"));
            Response put =
                    owner.send(
                            new Ask("PUT", "/mine?policy")
                                    .body(
                                            """
                                            {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*",
                                             "Action":"s3:GetObject","Resource":"arn:aws:s3:::mine/*",
                                             "Condition":{"IpAddress":{"aws:SourceIp":"%s"}}}]}"""
                                                    .formatted(admitted)));
            assertThat(put.status()).as(put.body()).isEqualTo(204);
        }
        return gateway;
    }

    private static int get(RunningGateway gateway, String peer, String... forwardedFor)
            throws IOException {
        try (RawHttp http = new RawHttp(peer, gateway.port())) {
            StringBuilder head = new StringBuilder("GET /mine/key HTTP/1.1\r\nHost: h\r\n");
            for (String each : forwardedFor) {
                head.append("X-Forwarded-For: ").append(each).append("\r\n");
            }
            http.write(head + "\r\n");
            return http.read(false).status();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    127.0.0.9 | 203.0.113.5                | 200
                    127.0.0.9 | 198.51.100.5, 203.0.113.5  | 200
                    127.0.0.9 | 203.0.113.5, 127.0.0.9     | 200
                    127.0.0.9 | 198.51.100.5               | 403
                    127.0.0.9 | 203.0.113.5, 198.51.100.5  | 403
                    127.0.0.8 | 203.0.113.5                | 403
                    127.0.0.9 | 203.0.113.5, unknown       | 400
                    """)
    void aTrustedProxyNamesTheClientAndAStrangerDoesNot(String peer, String header, int status)
            throws IOException {
        assertThat(get(declared, peer, header)).isEqualTo(status);
    }

    /** The last header is that of the last proxy. */
    @Test
    void severalHeadersAreOneList() throws IOException {
        assertThat(get(declared, PROXY, "198.51.100.5", "203.0.113.5")).isEqualTo(200);
        assertThat(get(declared, PROXY, "203.0.113.5", "198.51.100.5")).isEqualTo(403);
    }

    /** What happens behind a proxy that the gateway is not told of, and what telling it changes. */
    @Test
    void aPolicyForThePrivateNetworkAdmitsEveryoneBehindAnUndeclaredProxyAlone()
            throws IOException {
        try (RunningGateway unaware = started("127.0.0.0/8")) {
            assertThat(get(unaware, PROXY, "198.51.100.5")).isEqualTo(200);
        }
        try (RunningGateway aware = started("127.0.0.0/8", DECLARED)) {
            assertThat(get(aware, PROXY, "198.51.100.5")).isEqualTo(403);
            assertThat(get(aware, PROXY, "198.51.100.5, unknown")).isEqualTo(400);
            assertThat(get(aware, PROXY, "127.0.0.7")).isEqualTo(200);
            assertThat(get(aware, STRANGER)).isEqualTo(200);
        }
    }

    @Test
    void aPolicyIsJudgedByTheSourceOfAProxyHeader() throws IOException {
        try (RunningGateway gateway =
                started("203.0.113.0/24", DECLARED, "giza.gateway.proxy-protocol=v2")) {
            assertThat(getBehind(gateway, "203.0.113.5", "198.51.100.5")).isEqualTo(200);
            assertThat(getBehind(gateway, "198.51.100.5", "203.0.113.5")).isEqualTo(403);
            assertThat(get(gateway, STRANGER, "203.0.113.5")).isEqualTo(403);
        }
    }

    private static int getBehind(RunningGateway gateway, String source, String forwardedFor)
            throws IOException {
        try (RawHttp http = new RawHttp(PROXY, gateway.port())) {
            byte[] address = InetAddress.ofLiteral(source).getAddress();
            http.write(
                    "\r\n\r\n\0\r\nQUIT\n!\u0011\0\u000c"
                            + new String(address, StandardCharsets.ISO_8859_1)
                            + "\u007f\0\0\u0001\u0012g\u0001\u00bb");
            http.write(
                    "GET /mine/key HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: "
                            + forwardedFor
                            + "\r\n\r\n");
            return http.read(false).status();
        }
    }
}
