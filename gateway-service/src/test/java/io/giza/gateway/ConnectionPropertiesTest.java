package io.giza.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.http.address.ClientAddresses.ProxyProtocol;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

class ConnectionPropertiesTest {
    private static ConnectionProperties bind(Object... keysAndValues) {
        return bound("giza.gateway", ConnectionProperties.class, keysAndValues);
    }

    private static <T> T bound(String prefix, Class<T> type, Object... keysAndValues) {
        Map<String, Object> full = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            full.put(prefix + "." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return new Binder(new MapConfigurationPropertySource(full)).bindOrCreate(prefix, type);
    }

    @Test
    void defaultsAreTheDocumentedOnes() {
        assertThat(bind())
                .isEqualTo(new ConnectionProperties(16_384, List.of(), ProxyProtocol.OFF));
        assertThat(bound("giza.gateway.limits", LimitProperties.class).connectionsPerAddress())
                .isZero();
    }

    @Test
    void aSmallHeapAllowsFewerConnectionsThanAreConfigured() {
        assertThat(bind().connectionsWithin(256L << 20)).isEqualTo(8_192);
        assertThat(bind().connectionsWithin(8L << 30)).isEqualTo(16_384);
        assertThat(bind().connectionsWithin(1 << 20)).isEqualTo(256);
    }

    @Test
    void everyKeyIsBound() {
        assertThat(
                        bind(
                                "max-connections",
                                "300",
                                "trusted-proxies",
                                "10.0.0.0/8,fd00::/8",
                                "proxy-protocol",
                                "v2"))
                .isEqualTo(
                        new ConnectionProperties(
                                300, List.of("10.0.0.0/8", "fd00::/8"), ProxyProtocol.V2));
        assertThat(
                        bound(
                                        "giza.gateway.limits",
                                        LimitProperties.class,
                                        "connections-per-address",
                                        "7")
                                .connectionsPerAddress())
                .isEqualTo(7);
    }

    /** To YAML the word is a boolean. */
    @Test
    void offMayBeABoolean() {
        assertThat(bind("proxy-protocol", false).proxyProtocol()).isEqualTo(ProxyProtocol.OFF);
        assertThat(bind("proxy-protocol", "off").proxyProtocol()).isEqualTo(ProxyProtocol.OFF);
    }

    @ParameterizedTest
    @CsvSource({
        "max-connections, 255, '256 to 65,536, not 255'",
        "max-connections, 65537, '256 to 65,536, not 65537'",
        "trusted-proxies, proxy, 'proxy'",
        "trusted-proxies, 0.0.0.0/0, 'every address'",
        "proxy-protocol, v2, 'set giza.gateway.trusted-proxies'",
        "proxy-protocol, v1, 'v1'"
    })
    void whatCannotBeIsRefusedByName(String key, String value, String refusal) {
        assertThatThrownBy(() -> bind(key, value)).rootCause().hasMessageContaining(refusal);
    }

    @ParameterizedTest
    @CsvSource({"-1", "65537"})
    void aLimitPerAddressIsRefusedByName(String value) {
        assertThatThrownBy(
                        () ->
                                bound(
                                        "giza.gateway.limits",
                                        LimitProperties.class,
                                        "connections-per-address",
                                        value))
                .rootCause()
                .hasMessage(
                        "giza.gateway.limits.connections-per-address must be 0 to 65,536, not "
                                + value);
    }
}
