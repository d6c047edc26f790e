package io.giza.gateway.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.http.server.Exchange;
import io.giza.http.server.Limits;
import io.giza.http.server.ServiceServer;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** The heap suffices for a single request, and the processors for seven. */
@Timeout(60)
class RequestAdmissionTest {
    private static final int LARGE = 64 << 20;
    private static final Duration LONG = Duration.ofMinutes(2);

    private final VirtualThreads threads = new VirtualThreads();
    private final ConcurrencyLimit limit =
            new ConcurrencyLimit(1, 8, new Surroundings(threads, threads, new Random(1)));
    private final Budget turns = limit.requests();
    private final Budget budget = new Budget(threads, new BudgetLimits(100 << 10, 1));
    private final List<String> served = new CopyOnWriteArrayList<>();
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final AtomicInteger holding = new AtomicInteger();
    private @Nullable ServiceServer server;

    @AfterEach
    void stop() {
        goesOn.countDown();
        if (server != null) {
            server.close();
        }
    }

    private void serve(Duration timeout) throws IOException {
        RequestAdmission requests = new RequestAdmission(limit, budget, threads, timeout);
        server =
                new ServiceServer(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        null,
                        exchange -> handle(requests, exchange),
                        Limits.stallingFor(LONG));
    }

    private void handle(RequestAdmission requests, Exchange exchange) throws IOException {
        try {
            requests.run(
                    exchange,
                    () -> {
                        handle(exchange);
                        return true;
                    });
        } catch (S3Exception e) {
            e.headers().forEach(exchange::with);
            exchange.answer(e.error().status(), e.error().code());
        }
    }

    private void handle(Exchange exchange) throws IOException {
        switch (exchange.path()) {
            case "/held" -> hold();
            case "/partial" -> {
                for (int i = 0; i < 4; i++) {
                    var _ = exchange.body().read(new byte[1], 0, 1);
                }
                hold();
            }
            case "/whole" -> {
                var _ = exchange.body().readAllBytes();
                hold();
            }
            case "/large" -> {
                exchange.begin(200, LARGE);
                exchange.write(ByteBuffer.allocate(LARGE));
                return;
            }
            default -> {}
        }
        served.add(exchange.path());
        exchange.answer(200, "text/plain", exchange.body().readAllBytes());
    }

    private void hold() throws IOException {
        holding.incrementAndGet();
        try {
            goesOn.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private Socket send(String request) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), Objects.requireNonNull(server).port());
        socket.setSoTimeout(30_000);
        send(socket, request);
        return socket;
    }

    private static String post(String path) {
        return "POST "
                + path
                + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\n";
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private Socket get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    private void awaitHeld(boolean isHeld) {
        await().until(() -> budget.held() > 0 == isHeld);
    }

    @Test
    void aRequestWaitsForOthersAtWork() throws IOException {
        serve(LONG);
        try (Socket held = get("/held")) {
            awaitHeld(true);
            try (Socket waiting = get("/")) {
                goesOn.countDown();
                assertThat(answer(held)).startsWith("HTTP/1.1 200");
                assertThat(answer(waiting)).startsWith("HTTP/1.1 200");
            }
        }
        assertThat(served).containsExactly("/held", "/");
        awaitHeld(false);
    }

    @Test
    void aRequestThatWaitsTooLongIsRefused() throws IOException {
        serve(Duration.ofMillis(50));
        try (Socket _ = get("/held")) {
            awaitHeld(true);
            try (Socket refused = get("/")) {
                assertThat(answer(refused))
                        .startsWith("HTTP/1.1 503")
                        .contains("Retry-After: 1")
                        .endsWith("SlowDown");
            }
            assertThat(budget.refused()).isEqualTo(1);
            assertThat(turns.held()).as("the turn of the one that holds heap").isEqualTo(1);
        }
    }

    @Test
    void aRequestThatCannotBeginInTimeIsRefused() throws IOException {
        turns.limit(new BudgetLimits(1, 1));
        try (Budget.Share _ = turns.take("", 1, threads.after(LONG), threads).orElseThrow()) {
            serve(Duration.ofMillis(50));
            try (Socket refused = get("/")) {
                assertThat(answer(refused)).startsWith("HTTP/1.1 503").endsWith("SlowDown");
            }
            assertThat(turns.refused()).isEqualTo(1);
            awaitHeld(false);
        }
        assertThat(turns.held()).isZero();
    }

    @Test
    void aRequestThatWaitsForItsClientLeavesRoom() throws IOException {
        serve(LONG);
        String head = "POST /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ";
        try (Socket sender = send(head + "5\r\n\r\nhel");
                Socket reader = get("/large")) {
            assertThat(reader.getInputStream().read()).isEqualTo('H');
            try (Socket quick = get("/quick")) {
                assertThat(answer(quick)).startsWith("HTTP/1.1 200");
            }
            awaitHeld(false);
            send(sender, "lo");
            assertThat(answer(sender)).endsWith("hello");
            assertThat(reader.getInputStream().readAllBytes()).hasSizeGreaterThan(LARGE);
        }
        awaitHeld(false);
    }

    /** It may hold the memory that they need. */
    @Test
    void aRequestWhoseClientContinuesDoesNotWait() throws IOException {
        serve(LONG);
        String head = "POST /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ";
        try (Socket sender = send(head + "5\r\n\r\nhel");
                Socket quick = get("/quick")) {
            assertThat(answer(quick)).startsWith("HTTP/1.1 200");
            awaitHeld(false);
            try (Socket _ = get("/held")) {
                awaitHeld(true);
                send(sender, "lo");
                assertThat(answer(sender)).endsWith("hello");
            }
        }
    }

    /** Slow clients continue all the time, and new requests could never begin. */
    @Test
    void aRequestWhoseClientContinuesTakesNoTurn() throws IOException {
        serve(LONG);
        try (Socket sender = send(post("/partial") + "hel");
                Socket quick = get("/quick")) {
            assertThat(answer(quick)).startsWith("HTTP/1.1 200");
            send(sender, "l");
            await().until(() -> holding.get() == 1);
            assertThat(turns.held()).isZero();
            assertThat(budget.held()).isZero();
        }
    }

    @Test
    void aRequestWhoseBodyIsWholeCountsAgain() throws IOException {
        serve(LONG);
        try (Socket sender = send(post("/whole") + "hel")) {
            await().until(() -> turns.held() == 0);
            send(sender, "lo");
            await().until(() -> holding.get() == 1);
            assertThat(turns.held()).isEqualTo(1);
            assertThat(budget.held()).isPositive();
        }
    }

    /** It is under way. */
    @Test
    void aRequestWhoseBodyIsWholeWaitsForItsTurnHoweverLongThatTakes() throws IOException {
        serve(Duration.ofMillis(50));
        try (Socket sender = send(post("/slow") + "hel");
                Socket quick = get("/quick")) {
            assertThat(answer(quick)).startsWith("HTTP/1.1 200");
            turns.limit(new BudgetLimits(1, 1));
            Budget.Share only = turns.take("", 1, threads.after(LONG), threads).orElseThrow();
            send(sender, "lo");
            await().until(turns::isCrowded);
            try (Socket later = get("/")) {
                assertThat(answer(later)).endsWith("SlowDown");
            }
            assertThat(turns.isCrowded()).isTrue();
            assertThat(turns.refused()).isEqualTo(1);
            only.close();
            assertThat(answer(sender)).endsWith("hello");
        }
    }
}
