package io.giza.gateway.s3.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.http.server.ConnectionGate;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;

/** How many connections an address gets where ten are allowed. */
class AddressCountsTest {
    private static final int MOST = 10;

    private final ConnectionGate counts = AddressCounts.limitedTo(MOST);

    @Test
    void eachAddressGetsItsOwn() {
        assertThat(opened("10.0.0.1", 2 * MOST)).isEqualTo(MOST);
        assertThat(opened("10.0.0.2", 2 * MOST)).isEqualTo(MOST);
        assertThat(opened("::ffff:10.0.0.1", 1)).isZero();
    }

    @Test
    void addressesOfOneNetworkOfIpv6AreOne() {
        int all = 0;
        for (int i = 0; i < 20; i++) {
            all += opened("2001:db8:0:1::" + i, 1);
        }
        assertThat(all).isEqualTo(MOST);
        assertThat(opened("2001:db8:0:2::1", 2 * MOST)).isEqualTo(MOST);
    }

    @Test
    void whatIsClosedMayBeOpenedAgain() {
        opened("2001:db8::1", 2 * MOST);
        for (int i = 0; i < 3; i++) {
            counts.leave(InetAddress.ofLiteral("2001:db8::1"));
        }
        assertThat(opened("2001:db8::2", 2 * MOST)).isEqualTo(3);
    }

    @Test
    void withoutALimitAnAddressGetsAll() {
        assertThat(AddressCounts.limitedTo(0)).isSameAs(ConnectionGate.OPEN);
    }

    /** Returns how many of so many were let in. */
    private int opened(String address, int times) {
        int open = 0;
        for (int i = 0; i < times; i++) {
            if (counts.enter(InetAddress.ofLiteral(address))) {
                open++;
            }
        }
        return open;
    }
}
