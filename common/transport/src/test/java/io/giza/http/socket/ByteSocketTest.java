package io.giza.http.socket;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

class ByteSocketTest {
    /** Systems may count what they need beside, Linux as much again. */
    private static final int MOST_BYTES = 2 * (256 << 10);

    @Test
    void aConnectionWithinTheMachineKeepsLittleToBeSent() throws IOException {
        try (var listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel channel = SocketChannel.open(listener.getLocalAddress());
            try (var _ = new ByteSocket(channel, null)) {
                assertThat(channel.getOption(StandardSocketOptions.SO_SNDBUF))
                        .isLessThanOrEqualTo(MOST_BYTES);
            }
        }
    }
}
