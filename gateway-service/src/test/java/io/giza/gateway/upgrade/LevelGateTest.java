package io.giza.gateway.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Deadline;
import io.giza.http.server.Limits;
import io.giza.http.server.ServiceServer;
import io.giza.level.DecidedLevel;
import io.giza.level.LevelRange;
import io.giza.level.LevelRow;
import io.giza.level.LiveLevel;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Clients are served only at a level that the gateway works at. */
class LevelGateTest {
    private int decided = LevelRange.FIRST;
    private final LiveLevel level =
            new LiveLevel(
                    _ -> new LevelRow.Found(new DecidedLevel(decided, "9.8.7")),
                    LevelRange.OF_RELEASE);

    @Test
    void nobodyIsServedBeforeTheLevelIsKnownNorAboveWhatIsRead() throws Exception {
        LevelGate gate = new LevelGate(level, exchange -> exchange.answer(200, "served"));
        try (ServiceServer server =
                        new ServiceServer(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                null,
                                gate,
                                Limits.stallingFor(Duration.ofMinutes(1)));
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> early = get(client, server);
            assertThat(early.statusCode()).isEqualTo(503);
            assertThat(early.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(early.body()).contains("<Code>ServiceUnavailable</Code>");

            level.look(new Deadline(0));
            assertThat(get(client, server).body()).isEqualTo("served");

            decided = LevelRange.OF_RELEASE.newest() + 1;
            level.look(new Deadline(0));
            assertThat(get(client, server).statusCode()).isEqualTo(503);
        }
    }

    private static HttpResponse<String> get(HttpClient client, ServiceServer server)
            throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + server.port() + "/bucket/key");
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }
}
