package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.VirtualThreads;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What becomes of the connection of a client that holds what others wait for. */
class WatchedClientTest {
    private final List<String> done = new ArrayList<>();
    private final WatchedClient client =
            new SlowClients(new VirtualThreads(), Duration.ofMinutes(1), 1).watch(new Recorded());

    @Test
    void whoIsDroppedSendsNothingMore() {
        client.drop();
        assertThat(done).containsExactly("input ended");
        assertThat(client.isDropped()).isTrue();
    }

    /** The connection may serve the client's next request by then, which holds nothing. */
    @Test
    void whoseRequestIsOverIsNotDroppedAnyMore() {
        client.end();
        client.drop();
        assertThat(done).isEmpty();
        assertThat(client.isDropped()).isFalse();
    }

    private final class Recorded implements ClientConnection {
        @Override
        public void endInput() {
            done.add("input ended");
        }

        @Override
        public void endOutput() {
            done.add("output ended");
        }

        @Override
        public void widen() {
            done.add("widened");
        }
    }
}
