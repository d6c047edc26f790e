package io.giza.gateway.s3.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.SteppedClock;
import io.giza.gateway.s3.connection.SlowClientLimits;
import io.giza.gateway.s3.connection.Standstill;
import io.giza.http.server.Limits;
import io.giza.http.server.ServiceServer;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Whether a client gave up on a request that its gateway delayed by standing still. */
class AbandonedRequestTest {
    private final SteppedClock clock = new SteppedClock();
    private final Standstill standstill = new Standstill(clock);
    private final CountDownLatch clientClosed = new CountDownLatch(1);
    private final LinkedBlockingQueue<Boolean> abandoned = new LinkedBlockingQueue<>();

    @BeforeEach
    void start() {
        standstill.beat();
    }

    /** Has a client send a request and close, and asks then. */
    private boolean isAbandoned(Consumer<Reply> before) throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServiceServer server =
                new ServiceServer(
                        new InetSocketAddress(loopback, 0),
                        null,
                        exchange -> {
                            Reply reply =
                                    Reply.to(
                                            exchange,
                                            new SlowClientLimits(clock, Duration.ofMinutes(1), 0),
                                            standstill);
                            await();
                            before.accept(reply);
                            abandoned.add(reply.isAbandoned());
                        },
                        Limits.stallingFor(Duration.ofMinutes(1)))) {
            sendAndClose(new Socket(loopback, server.port()));
            clientClosed.countDown();
            return Boolean.TRUE.equals(abandoned.poll(20, TimeUnit.SECONDS));
        }
    }

    private static void sendAndClose(Socket client) throws IOException {
        try (client) {
            client.getOutputStream()
                    .write(
                            "DELETE /b/k HTTP/1.1\r\nHost: store\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
        }
    }

    private void await() {
        try {
            assertThat(clientClosed.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aClientThatClosedWhileTheGatewayStoodStillGaveUp() throws Exception {
        clock.suspend(Duration.ofSeconds(3));
        assertThat(isAbandoned(_ -> {})).isTrue();
    }

    @Test
    void nobodyAsksTheConnectionOfAGatewayThatRan() throws Exception {
        assertThat(isAbandoned(_ -> {})).isFalse();
    }

    @Test
    void aTaskThatOutlivesTheRequestDoesNotAskItsConnection() throws Exception {
        clock.suspend(Duration.ofSeconds(3));
        assertThat(isAbandoned(Reply::end)).isFalse();
    }
}
