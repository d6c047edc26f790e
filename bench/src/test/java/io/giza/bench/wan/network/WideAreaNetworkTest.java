package io.giza.bench.wan.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.standalone.plan.LatencyMatrix;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What a network does at least is certain on any machine, however busy; what at most is not. */
class WideAreaNetworkTest {
    private static final Duration ROUND = Duration.ofMillis(60);
    private static final int GREETING = 7;

    private final LatencyMatrix matrix = LatencyMatrix.parse("two", "ms,a,b\na,0,60\nb,60,0\n");
    private ServerSocket server;
    private WideAreaNetwork network;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        network = new WideAreaNetwork(matrix, 125_000_000, TcpModel.DEFAULT);
    }

    @AfterEach
    void stop() throws IOException {
        network.close();
        server.close();
    }

    @Test
    void theFirstByteOfAConnectionTakesARoundTripMore() throws IOException {
        echo();
        long began = System.nanoTime();
        try (Socket socket = connect()) {
            exchange(socket);
            assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(2 * ROUND.toNanos());

            began = System.nanoTime();
            exchange(socket);
            assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(ROUND.toNanos());
        }
    }

    @Test
    void aFewMegabytesArriveAsTheyWereSent() throws Exception {
        byte[] sent = new byte[3_000_001];
        new Random(1).nextBytes(sent);
        CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(this::readAll);

        try (Socket socket = connect();
                OutputStream out = socket.getOutputStream()) {
            out.write(sent);
        }

        assertThat(received.get(1, TimeUnit.MINUTES)).isEqualTo(sent);
        assertThat(network.traffic().bytes()).isEqualTo(sent.length);
        assertThat(network.traffic().connections()).isEqualTo(1);
    }

    @Test
    void nothingIsLostForGoodOnALinkThatLosesSegments() throws Exception {
        network.change(1, link -> link.losing(0.02));
        aFewMegabytesArriveAsTheyWereSent();
    }

    /** Ten segments first, then twice as many each round trip: 3 MB take seven rounds and more. */
    @Test
    void manyBytesTakeTheRoundTripsOfASlowStart() throws Exception {
        long began = System.nanoTime();
        aFewMegabytesArriveAsTheyWereSent();
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(7 * ROUND.toNanos());
    }

    @Test
    void aRateHoldsForAllConnectionsTogether() throws Exception {
        network.change(1, link -> new LinkConditions(link.oneWay(), 3_000_000, 0));
        long began = System.nanoTime();
        aFewMegabytesArriveAsTheyWereSent();
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void whatIsCutOffWaitsUntilItIsHealed() throws Exception {
        echo();
        try (Socket socket = connect()) {
            exchange(socket);
            network.cut(1);
            CompletableFuture<Void> answer = CompletableFuture.runAsync(() -> exchange(socket));
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> answer.get(3 * ROUND.toMillis(), TimeUnit.MILLISECONDS));

            network.heal(1);

            answer.get(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void whereNobodyListensTheConnectionEnds() throws IOException {
        URI route = route();
        server.close();
        try (Socket socket = new Socket(route.getHost(), route.getPort())) {
            assertThat(readsNothing(socket)).isTrue();
        }
    }

    @Test
    void aRelayListensWhereItIsToldTo() throws IOException {
        echo();
        InetAddress address = InetAddress.getByName("127.3.2.1");
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, address)) {
            port = free.getLocalPort();
        }
        network.open(
                0,
                1,
                new InetSocketAddress(address, port),
                (InetSocketAddress) server.getLocalSocketAddress());
        try (Socket socket = new Socket(address, port)) {
            exchange(socket);
        }
    }

    @Test
    void aDataCenterReachesItselfWithoutARelay() throws IOException {
        URI own = URI.create("http://127.0.0.1:1");
        assertThat(network.route(1, 1, own)).isEqualTo(own);
    }

    private static boolean readsNothing(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }

    private URI route() throws IOException {
        return network.route(0, 1, URI.create("http://127.0.0.1:" + server.getLocalPort()));
    }

    private Socket connect() throws IOException {
        URI route = route();
        return new Socket(route.getHost(), route.getPort());
    }

    /** Answers each byte with itself. */
    private void echo() {
        Thread.startVirtualThread(
                () -> {
                    try (Socket socket = server.accept()) {
                        socket.getInputStream().transferTo(socket.getOutputStream());
                    } catch (IOException e) {
                        // The test ends.
                    }
                });
    }

    private byte[] readAll() {
        try (Socket socket = server.accept();
                InputStream in = socket.getInputStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void exchange(Socket socket) {
        try {
            socket.getOutputStream().write(GREETING);
            assertThat(socket.getInputStream().read()).isEqualTo(GREETING);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
