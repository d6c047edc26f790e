package io.giza.gateway.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.load.RecentRequests.Served;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class RecentRequestsTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RecentRequests recent = new RecentRequests(meters);

    private void serve(String kind, String result, int times) {
        for (int i = 0; i < times; i++) {
            meters.timer("giza.s3.latency", "class", kind, "result", result)
                    .record(Duration.ofMillis(1));
        }
    }

    @Test
    void aStepHasWhatWasServedInIt() {
        assertThat(recent.steps()).isEmpty();
        serve("list", "ok", 3);
        serve("put-small", "server", 2);
        recent.look();
        serve("list", "client", 1);
        recent.look();
        recent.look();

        assertThat(recent.steps())
                .containsExactly(new Served(5, 2), new Served(1, 0), new Served(0, 0));
    }

    @Test
    void theLastHourIsKept() {
        for (int i = 0; i < 150; i++) {
            serve("list", "ok", i);
            recent.look();
        }

        assertThat(recent.steps())
                .hasSize(120)
                .startsWith(new Served(30, 0))
                .endsWith(new Served(149, 0));
    }
}
