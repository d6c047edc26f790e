package io.giza.gateway.s3.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** How many connections addresses get where there may be a thousand. */
class AddressCountsTest {
    private static final int MOST = 1000;

    private final AddressCounts counts = new AddressCounts();
    private int open;

    @Test
    void oneAddressGetsHalf() throws UnknownHostException {
        assertThat(opened("10.0.0.1", MOST)).isEqualTo(MOST / 2);
    }

    @Test
    void ofIpv6AllThatBeginAlikeAreOne() throws UnknownHostException {
        int all = 0;
        for (int i = 0; i < 20; i++) {
            all += opened("2001:db8:0:1::" + i, MOST);
        }
        assertThat(all).isEqualTo(MOST / 2);
    }

    /** Whoever has a network has 65,536 of those. */
    @Test
    void aNetworkGetsThreeQuarters() throws UnknownHostException {
        int all = 0;
        for (int i = 0; i < MOST; i++) {
            all += opened("2001:db8:0:" + Integer.toHexString(i) + "::1", 10);
        }
        assertThat(all).isEqualTo(MOST * 3 / 4);
        assertThat(opened("2001:db8:1::1", MOST)).isEqualTo(MOST / 8);
    }

    @Test
    void whatIsClosedIsOpenToAnother() throws UnknownHostException {
        opened("2001:db8::1", MOST);
        for (int i = 0; i < MOST / 2; i++) {
            counts.leave(InetAddress.getByName("2001:db8::1"));
            open--;
        }
        assertThat(opened("2001:db8::2", MOST)).isEqualTo(MOST / 2);
    }

    /** Returns how many of so many were let in. */
    private int opened(String address, int times) throws UnknownHostException {
        int before = open;
        for (int i = 0; i < times; i++) {
            if (counts.enter(InetAddress.getByName(address), MOST - open)) {
                open++;
            }
        }
        return open - before;
    }
}
