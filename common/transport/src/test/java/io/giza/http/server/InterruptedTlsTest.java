package io.giza.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.ReadWatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A body over TLS whose records come in pieces, so that reads time out within them. */
@Timeout(60)
class InterruptedTlsTest {
    private static final int PIECE_BYTES = 1_000;
    private static final Duration PATIENCE = Duration.ofMillis(1);
    private static final Duration PACE = Duration.ofMillis(5);

    @TempDir private static Path folder;

    private final Semaphore longWaits = new Semaphore(0);
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile boolean isSlow;
    private volatile int told;

    @Test
    void readsThatAreWatchedLoseNothingOfARecordThatIsHalfThere() throws Exception {
        TestCertificate certificate = TestCertificate.make(folder);
        Tls tls = new Tls(certificate::member, Tls.ClientCertificate.NONE);
        try (var fixture = new ServerFixture();
                ServerSocket relay = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            fixture.serve(tls, this::echo, ServerFixture.PATIENT);
            Thread.ofVirtual().start(() -> relay(relay, fixture.server().port()));
            Socket socket =
                    certificate
                            .member()
                            .getSocketFactory()
                            .createSocket(InetAddress.getLoopbackAddress(), relay.getLocalPort());
            try (var caller = new RawCaller(socket)) {
                String body = "0123456789".repeat(10_000);
                caller.send(ServerFixture.post(body.length()));
                begun.await();
                isSlow = true;
                Thread.ofVirtual().start(() -> send(caller, body));
                assertThat(caller.receive().body()).isEqualTo(body);
                assertThat(told).isPositive();
            }
        }
    }

    private void echo(Exchange exchange) throws IOException {
        exchange.body().watch(new Watch());
        begun.countDown();
        exchange.answer(200, "text/plain", exchange.body().readAllBytes());
    }

    private static void send(RawCaller caller, String body) {
        try {
            caller.send(body);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void relay(ServerSocket listener, int port) {
        try (Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Thread.ofVirtual().start(() -> pass(server, client));
            InputStream from = client.getInputStream();
            byte[] bytes = new byte[PIECE_BYTES];
            for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
                server.getOutputStream().write(bytes, 0, count);
                if (isSlow) {
                    // A read that has told of its wait does not tell again for the next piece.
                    boolean _ = longWaits.tryAcquire(PACE.toNanos(), TimeUnit.NANOSECONDS);
                }
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void pass(Socket from, Socket to) {
        try {
            OutputStream target = to.getOutputStream();
            from.getInputStream().transferTo(target);
        } catch (IOException e) {
            // Both ends are closed with the test.
            return;
        }
    }

    private final class Watch implements ReadWatch {
        @Override
        public Duration patience() {
            return PATIENCE;
        }

        @Override
        public void waited(Duration duration) {
            assertThat(duration).isPositive();
        }

        @Override
        public void beforeLongWait() {
            told = told + 1;
            longWaits.release();
        }
    }
}
