package io.giza.http.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/** Which addresses are trusted proxies, and whom X-Forwarded-For names before them. */
class TrustedProxiesTest {
    private static final InetAddress PROXY = InetAddress.ofLiteral("10.0.0.9");

    private final TrustedProxies proxies =
            TrustedProxies.of(List.of("10.0.0.0/8", "192.0.2.7", "fd00::/8"));

    private String client(String... values) {
        return proxies.client(PROXY, List.of(values))
                .map(InetAddress::getHostAddress)
                .orElse("unknown");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"10.0.0.0", "10.255.255.255", "192.0.2.7", "fd12::1", "::ffff:10.1.2.3"})
    void anAddressOfABlockIsTrusted(String address) {
        assertThat(proxies.has(InetAddress.ofLiteral(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"11.0.0.0", "9.255.255.255", "192.0.2.8", "fc00::1", "a00::1", "::"})
    void anotherIsNot(String address) {
        assertThat(proxies.has(InetAddress.ofLiteral(address))).isFalse();
        assertThat(TrustedProxies.NONE.has(InetAddress.ofLiteral(address))).isFalse();
    }

    /** Clients write what is left of the address that the outermost trusted proxy appended. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    203.0.113.5                                  | 203.0.113.5
                    10.0.0.1, 203.0.113.5                        | 203.0.113.5
                    198.51.100.1, 203.0.113.5, 10.0.0.8          | 203.0.113.5
                    198.51.100.1,203.0.113.5,fd00::8,192.0.2.7   | 203.0.113.5
                    nonsense, , 203.0.113.5, 10.0.0.8            | 203.0.113.5
                    10.0.0.7, 10.0.0.8                           | 10.0.0.7
                    203.0.113.5:4711                             | 203.0.113.5
                    2001:db8::5                                  | 2001:db8:0:0:0:0:0:5
                    2001:db8::0012                               | 2001:db8:0:0:0:0:0:12
                    [2001:db8::5]                                | 2001:db8:0:0:0:0:0:5
                    [2001:db8::5]:4711                           | 2001:db8:0:0:0:0:0:5
                    ::ffff:203.0.113.5                           | 203.0.113.5
                    203.0.113.5, ::ffff:10.0.0.8                 | 203.0.113.5
                    """)
    void theClientIsTheRightMostThatIsNoTrustedProxy(String header, String client) {
        assertThat(client(header)).isEqualTo(client);
    }

    @Test
    void severalHeadersAreOneList() {
        assertThat(client("203.0.113.5", "10.0.0.8")).isEqualTo("203.0.113.5");
        assertThat(client("198.51.100.1", "203.0.113.5, 10.0.0.7", "10.0.0.8"))
                .isEqualTo("203.0.113.5");
        assertThat(client("198.51.100.1", "203.0.113.5")).isEqualTo("203.0.113.5");
        assertThat(client("unknown", "203.0.113.5")).isEqualTo("203.0.113.5");
        assertThat(client("203.0.113.5", "", "10.0.0.8")).isEqualTo("unknown");
    }

    /** The proxy's own address, 10.0.0.9, would pass a policy for the private network. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "unknown",
                "_hidden",
                "203.0.113.5, unknown",
                "203.0.113.5, ",
                "203.0.113.5,,10.0.0.8",
                ",10.0.0.8",
                "203.0.113.256",
                "203.0.113",
                "0x7f.0.0.1",
                "0177.0.0.1",
                "203.0.113.05",
                "::ffff:203.0.113.05",
                "3405803781",
                "203.0.113.5 10.0.0.8",
                "203.0.113.5;10.0.0.8",
                "203.0.113.5:",
                "203.0.113.5:123456",
                "203.0.113.5:x",
                "[203.0.113.5]",
                "[2001:db8::5",
                "2001:db8::5]",
                "[[2001:db8::5]]",
                "[2001:db8::5]x",
                "fe80::1%eth0",
                "2001:db8::5::1",
                "for=203.0.113.5",
                "\"203.0.113.5\"",
                "localhost",
                "203.0.113.0/24",
                "\u0662.0.0.1"
            })
    void anEntryThatIsNoAddressMakesTheClientUnknown(String header) {
        assertThat(client(header)).isEqualTo("unknown");
        assertThat(client(header + ", 10.0.0.8")).isEqualTo("unknown");
        assertThat(client(header + ", 198.51.100.7")).isEqualTo("198.51.100.7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.0/33",
                "fd00::/129",
                "10.0.0/8",
                "10.0.0.0/",
                "10.0.0.0/-1",
                "proxy.example.net",
                "",
                "10.0.0.0/8 10.0.0.1"
            })
    void whatIsNoBlockIsRefused(String block) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TrustedProxies.of(List.of(block)))
                .withMessage("'%s' is no CIDR block, such as 10.0.0.0/8 or fd00::/8", block);
    }

    @Test
    void everyAddressIsRefused() {
        Stream.of("0.0.0.0/0", "::/0", "10.0.0.0/0")
                .forEach(
                        block ->
                                assertThatIllegalArgumentException()
                                        .isThrownBy(() -> TrustedProxies.of(List.of(block)))
                                        .withMessageContaining("is every address"));
    }

    /** As IPv6 it has the first 24 of 128 bits, and as IPv4 it would be another block. */
    @Test
    void aMappedBlockIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TrustedProxies.of(List.of("::ffff:10.0.0.0/24")))
                .withMessageContaining("write the IPv4 address");
    }
}
