package io.giza.standalone.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;

class PortBlocksTest {
    @Test
    void aBlockPerDataCenterOneAfterTheOtherUnlessMoved() {
        PortBlocks free = PortBlocks.claim(0, 3, Map.of());
        int first = free.of(0, Service.GATEWAY);
        assertThat(free.firsts()).isEqualTo(List.of(first, first + 10, first + 20));
        assertThat(free.control()).isEqualTo(first + 6);
        assertThat(free.console()).isEqualTo(first + 5);
        assertThat(free.of(1, Service.RECOVERY)).isEqualTo(first + 14);

        PortBlocks moved = free.move(1, first + 30);
        assertThat(moved.firsts()).isEqualTo(List.of(first, first + 30, first + 20));
        assertThat(moved.control()).isEqualTo(free.control());
        assertThat(moved.move(1, first + 30)).isEqualTo(moved);
        assertThat(PortBlocks.claim(first, 3, Map.of(1, first + 30))).isEqualTo(moved);
    }

    @Test
    void aBlockIsOfOneDataCenterOnly() {
        PortBlocks free = PortBlocks.claim(0, 3, Map.of());
        int first = free.of(0, Service.GATEWAY);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> free.move(1, first + 24))
                .withMessageContaining("port " + (first + 25) + " (metadata of dc2) is taken")
                .withMessageContaining("--endpoint");
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> PortBlocks.claim(first, 3, Map.of(2, first + 10)))
                .withMessageContaining("port " + (first + 11) + " (metadata of dc3) is taken");
    }

    @Test
    void aPortThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int first = taken.getLocalPort() - 2;
            PortBlocks free = PortBlocks.claim(0, 3, Map.of());
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> free.move(0, first))
                    .withMessageContaining(taken.getLocalPort() + " (fragments of dc1) is taken");
        }
    }
}
