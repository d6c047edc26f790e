package io.giza.http.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.http.address.ClientAddresses.ProxyProtocol;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;

/** Whose word about the address of a client counts. */
class ClientAddressesTest {
    private static final String PROXY = "10.0.0.9";
    private static final String STRANGER = "198.51.100.9";
    private static final byte[] CLIENT = ProxyHeaderBytes.from("203.0.113.5");

    private static final ClientAddresses FORWARDED = addresses(ProxyProtocol.OFF);
    private static final ClientAddresses PROXIED = addresses(ProxyProtocol.V2);

    private static ClientAddresses addresses(ProxyProtocol protocol) {
        return new ClientAddresses(
                TrustedProxies.of(List.of("10.0.0.0/8", "fd00::/8", "fe80::/10")), protocol);
    }

    private static ConnectionOrigin origin(ClientAddresses addresses, String peer, byte[] bytes)
            throws IOException {
        return addresses.origin(InetAddress.ofLiteral(peer), new ByteArrayInputStream(bytes));
    }

    private static String client(ConnectionOrigin origin, String... forwardedFor) {
        return origin.client(List.of(forwardedFor))
                .map(InetAddress::getHostAddress)
                .orElse("unknown");
    }

    @Test
    void aTrustedProxyNamesTheClientOfEachRequest() throws IOException {
        ConnectionOrigin origin = origin(FORWARDED, PROXY, CLIENT);

        assertThat(client(origin, "203.0.113.5")).isEqualTo("203.0.113.5");
        assertThat(client(origin, "203.0.113.6", PROXY)).isEqualTo("203.0.113.6");
        assertThat(client(origin, "unknown")).isEqualTo("unknown");
        assertThat(client(origin)).isEqualTo(PROXY);
        assertThat(origin.isProxy()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"OFF, 203.0.113.5", "OFF, unknown", "V2, 203.0.113.5", "V2, unknown"})
    void nothingThatAStrangerSaysCounts(ProxyProtocol protocol, String header) throws IOException {
        ConnectionOrigin origin = origin(addresses(protocol), STRANGER, CLIENT);

        assertThat(client(origin, header)).isEqualTo(STRANGER);
        assertThat(client(origin, header, PROXY)).isEqualTo(STRANGER);
        assertThat(origin.isProxy()).isFalse();
    }

    @Test
    void withoutTrustedProxiesThePeerIsTheClient() throws IOException {
        for (String peer : List.of(PROXY, STRANGER, "127.0.0.1", "2001:db8::1")) {
            ConnectionOrigin origin = origin(ClientAddresses.OF_PEERS, peer, CLIENT);
            assertThat(origin.client(List.of("203.0.113.5"))).contains(InetAddress.ofLiteral(peer));
            assertThat(origin.isProxy()).isFalse();
        }
    }

    @Test
    void nothingIsReadOfAPeerThatSpeaksNoProxyProtocol() throws IOException {
        InputStream silent =
                new InputStream() {
                    @Override
                    public int read() {
                        throw new IllegalStateException("read");
                    }
                };

        assertThat(FORWARDED.origin(InetAddress.ofLiteral(PROXY), silent).isProxy()).isTrue();
        assertThat(PROXIED.origin(InetAddress.ofLiteral(STRANGER), silent).isProxy()).isFalse();
    }

    /** A load balancer that passes bytes on passes on this header of its client too. */
    @Test
    void theHeaderOfAClientBehindTheProxyProtocolDoesNotCount() throws IOException {
        ConnectionOrigin origin = origin(PROXIED, PROXY, CLIENT);

        assertThat(client(origin)).isEqualTo("203.0.113.5");
        assertThat(client(origin, PROXY)).isEqualTo("203.0.113.5");
        assertThat(client(origin, "unknown")).isEqualTo("203.0.113.5");
        assertThat(origin.isProxy()).isFalse();
    }

    @Test
    void aTrustedProxyBehindAnotherNamesTheClient() throws IOException {
        ConnectionOrigin origin = origin(PROXIED, PROXY, ProxyHeaderBytes.from("10.0.0.7"));

        assertThat(client(origin, "203.0.113.5")).isEqualTo("203.0.113.5");
        assertThat(client(origin)).isEqualTo("10.0.0.7");
        assertThat(origin.isProxy()).isTrue();
    }

    @Test
    void theProxyItselfHasItsAddressAndNamesNobody() throws IOException {
        for (byte[] header :
                List.of(
                        ProxyHeaderBytes.local(),
                        ProxyHeaderBytes.header(0x21, 0x00, new byte[0]))) {
            ConnectionOrigin origin = origin(PROXIED, PROXY, header);

            assertThat(client(origin)).isEqualTo(PROXY);
            assertThat(client(origin, "203.0.113.5")).isEqualTo(PROXY);
            assertThat(origin.isProxy()).isTrue();
        }
    }

    @Test
    void aTrustedProxyWithoutItsHeaderIsRefused() {
        assertThatExceptionOfType(MalformedProxyHeaderException.class)
                .isThrownBy(() -> origin(PROXIED, PROXY, new byte[16]));
    }

    @Test
    void aMappedAddressIsTheIpv4Address() throws IOException {
        assertThat(client(origin(FORWARDED, "::ffff:10.0.0.9", CLIENT), "::ffff:203.0.113.5"))
                .isEqualTo("203.0.113.5");
        assertThat(client(origin(FORWARDED, "::ffff:198.51.100.9", CLIENT), "203.0.113.5"))
                .isEqualTo(STRANGER);
    }

    /** Policies compare it with ranges, which have no interfaces. */
    @Test
    void aLinkLocalAddressHasNoInterface() throws IOException {
        byte[] bytes = InetAddress.ofLiteral("fe80::1").getAddress();
        InetAddress scoped = Inet6Address.getByAddress("", bytes, 3);
        assertThat(scoped.getHostAddress()).contains("%");

        ConnectionOrigin origin = FORWARDED.origin(scoped, new ByteArrayInputStream(new byte[0]));

        assertThat(client(origin)).isEqualTo("fe80:0:0:0:0:0:0:1");
        assertThat(client(origin, "203.0.113.5")).isEqualTo("203.0.113.5");
    }
}
