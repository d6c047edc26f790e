package io.giza.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLContext;

/** Whether a client that sent a request is still there. */
class ClosedByClientTest {
    @TempDir private static Path folder;

    private static SSLContext context;

    private final ServerFixture fixture = new ServerFixture();
    private final CountDownLatch clientActed = new CountDownLatch(1);
    private final LinkedBlockingQueue<Boolean> closed = new LinkedBlockingQueue<>();

    @BeforeAll
    static void makeKeys() throws Exception {
        context = TestCertificate.make(folder).member();
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private RawCaller connect(boolean isSecure) throws IOException {
        @Nullable Tls tls = isSecure ? new Tls(() -> context, Tls.ClientCertificate.NONE) : null;
        fixture.serve(
                tls,
                exchange -> {
                    if (!exchange.path().equals("/unread")) {
                        exchange.body().readAllBytes();
                    }
                    await();
                    closed.add(exchange.isClosedByClient());
                    closed.add(exchange.isClosedByClient());
                    exchange.answer(200, "well");
                },
                ServerFixture.PATIENT);
        return isSecure
                ? new RawCaller(
                        context.getSocketFactory()
                                .createSocket(
                                        InetAddress.getLoopbackAddress(), fixture.server().port()))
                : fixture.caller();
    }

    private void await() {
        try {
            assertThat(clientActed.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void assertSeen(boolean asClosed) throws InterruptedException {
        assertThat(closed.poll(20, TimeUnit.SECONDS)).isEqualTo(asClosed);
        assertThat(closed.poll(20, TimeUnit.SECONDS)).as("asked again").isEqualTo(asClosed);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatClosedIsGone(boolean isSecure) throws Exception {
        RawCaller caller = connect(isSecure);
        caller.send(ServerFixture.post(4) + "body").close();
        clientActed.countDown();
        assertSeen(true);
    }

    @Test
    void aClientThatClosedItsSideIsGone() throws Exception {
        connect(false).send(ServerFixture.get("/")).end();
        clientActed.countDown();
        assertSeen(true);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatWaitsIsThereAndMaySendMore(boolean isSecure) throws Exception {
        RawCaller caller = connect(isSecure);
        clientActed.countDown();
        for (int request = 0; request < 3; request++) {
            caller.send(ServerFixture.post(4) + "body");
            assertSeen(false);
            assertThat(caller.receive().status()).isEqualTo(200);
        }
    }

    @Test
    void aClientThatSentTheNextRequestIsThere() throws Exception {
        RawCaller caller = connect(false);
        caller.send(ServerFixture.get("/") + ServerFixture.get("/"));
        clientActed.countDown();
        for (int request = 0; request < 2; request++) {
            assertSeen(false);
            assertThat(caller.receive().status()).isEqualTo(200);
        }
    }

    @Test
    void nothingIsReadOfABodyThatIsNotWhole() throws Exception {
        connect(false)
                .send("POST /unread HTTP/1.1\r\nHost: store\r\nContent-Length: 4\r\n\r\n")
                .end();
        clientActed.countDown();
        assertSeen(false);
    }
}
