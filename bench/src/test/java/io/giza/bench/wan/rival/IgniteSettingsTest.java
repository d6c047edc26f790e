package io.giza.bench.wan.rival;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.IntStream;

class IgniteSettingsTest {
    private final IgniteSettings settings = new IgniteSettings(List.of(4711, 4712, 4713));

    @Test
    void eachNodeReachesItselfDirectlyAndEveryOtherOverARelayOfTheirOwn() {
        assertThat(settings.hosts(1, "machine"))
                .isEqualTo(
                        """
                        127.0.0.1 localhost machine
                        127.66.1.1 dc1
                        127.66.2.1 dc2
                        127.66.3.1 dc3
                        """);
        assertThat(settings.reached(1, 1)).isEqualTo(new InetSocketAddress("127.66.2.1", 4712));
        assertThat(settings.reached(1, 2)).isEqualTo(new InetSocketAddress("127.66.3.1", 4713));
        assertThat(
                        IntStream.range(0, 3)
                                .boxed()
                                .flatMap(
                                        from ->
                                                IntStream.range(0, 3)
                                                        .mapToObj(to -> settings.reached(from, to)))
                                .distinct())
                .hasSize(9);
    }

    @Test
    void aNodeListensForItsOwnAndKnowsAllByName() {
        assertThat(settings.configuration(2, List.of(7, 8)))
                .contains("port: 4713")
                .contains("listenAddresses: [\"127.67.3.1\"]")
                .contains("\"dc1:4711\", \"dc2:4712\", \"dc3:4713\"")
                .contains("dc: \"dc3\"")
                .contains("port: 7,")
                .contains("rest.port: 8")
                .contains("fsync: true");
    }
}
