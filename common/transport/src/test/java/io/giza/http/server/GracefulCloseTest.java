package io.giza.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** How a server ends while callers are there. */
class GracefulCloseTest {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final ServerFixture fixture = new ServerFixture();
    private ServiceServer server;
    private RawCaller caller;

    @BeforeEach
    void start() throws IOException {
        fixture.serve(this::handle, ServerFixture.PATIENT);
        server = fixture.server();
        caller = fixture.caller();
    }

    @AfterEach
    void stop() throws IOException {
        released.countDown();
        fixture.close();
        threads.close();
    }

    private void handle(Exchange exchange) throws IOException {
        switch (exchange.path()) {
            case "/slow" -> await();
            case "/half" -> {
                exchange.begin(200, 4);
                exchange.write(ByteBuffer.wrap(new byte[2]));
                await();
                exchange.write(ByteBuffer.wrap(new byte[2]));
                return;
            }
            default -> {}
        }
        exchange.answer(200, "well");
    }

    private void await() throws IOException {
        arrived.countDown();
        try {
            released.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Begins to close, and waits until the server does. */
    private Future<?> closing(Duration grace) throws IOException {
        try (var idle = new RawCaller(server)) {
            // Whoever connected before is accepted by then.
            idle.send(ServerFixture.get("/")).receive();
            Future<?> closing = threads.submit(() -> server.close(grace));
            assertThat(idle.awaitEnd()).isEmpty();
            return closing;
        }
    }

    @Test
    void aRequestThatIsUnderWayIsAnsweredAndItsConnectionEnded() throws Exception {
        caller.send(ServerFixture.get("/slow"));
        arrived.await();
        Future<?> closing = closing(ServerFixture.LONG);
        assertThat(closing.isDone()).isFalse();
        released.countDown();

        RawCaller.Answer answer = caller.receive();

        assertThat(answer.body()).isEqualTo("well");
        assertThat(answer.header("Connection")).isEqualTo("close");
        assertThat(caller.awaitEnd()).isEmpty();
        closing.get();
    }

    @Test
    void anAnswerThatWasBegunIsCompletedAndItsConnectionEnded() throws Exception {
        caller.send(ServerFixture.get("/half"));
        arrived.await();
        Future<?> closing = closing(ServerFixture.LONG);
        released.countDown();

        assertThat(caller.receive().body()).hasSize(4);
        assertThat(caller.awaitEnd()).isEmpty();
        closing.get();
    }

    @Test
    void connectionsThatRestAreEndedWithoutWaiting() throws Exception {
        caller.send(ServerFixture.get("/")).receive();

        server.close(ServerFixture.LONG);

        assertThat(caller.awaitEnd()).isEmpty();
    }

    /** Limits by which a connection is kept for so long after its last request. */
    private static Limits resting(Duration lastRest) {
        return new Limits(
                100,
                ServerFixture.LONG,
                ServerFixture.LONG,
                ServerFixture.LONG,
                1 << 14,
                100,
                0,
                lastRest,
                ServerFixture.LONG);
    }

    /** As busy callers do, who cannot know yet that the server ends. */
    @Test
    void whoAsksAgainAtOnceIsAnsweredOnceMore() throws Exception {
        try (var other = new ServerFixture()) {
            other.serve(this::handle, resting(ServerFixture.LONG));
            RawCaller busy = other.caller();
            busy.send(ServerFixture.get("/")).receive();
            Future<?> closing = threads.submit(() -> other.server().close(ServerFixture.LONG));

            RawCaller.Answer answer;
            do {
                answer = busy.send(ServerFixture.get("/")).receive();
            } while (answer.header("Connection").isEmpty());

            assertThat(answer.header("Connection")).isEqualTo("close");
            assertThat(busy.awaitEnd()).isEmpty();
            closing.get();
        }
    }

    /** Its answer had begun before the server ended, so it does not say that it is the last. */
    @Test
    void whoIsNotToldThatAnAnswerIsTheLastGetsAnother() throws Exception {
        try (var other = new ServerFixture();
                var slow = startedOn(other)) {
            RawCaller busy = other.caller();
            busy.send(ServerFixture.get("/")).receive();
            slow.send(ServerFixture.get("/half"));
            arrived.await();
            Future<?> closing = threads.submit(() -> other.server().close(ServerFixture.LONG));
            while (busy.send(ServerFixture.get("/")).receive().header("Connection").isEmpty()) {
                // The server does not end yet.
            }
            released.countDown();
            assertThat(slow.receive().body()).hasSize(4);

            assertThat(slow.send(ServerFixture.get("/")).receive().body()).isEqualTo("well");

            assertThat(slow.awaitEnd()).isEmpty();
            closing.get();
        }
    }

    private RawCaller startedOn(ServerFixture other) throws IOException {
        other.serve(this::handle, resting(ServerFixture.LONG));
        return new RawCaller(other.server());
    }

    @Test
    void aConnectionThatIsNotUsedAgainIsEndedAfterItsLastRest() throws Exception {
        try (var other = new ServerFixture()) {
            other.serve(this::handle, resting(ServerFixture.SHORT));
            RawCaller unused = other.caller();
            unused.send(ServerFixture.get("/")).receive();

            // The grace would end it too.
            Future<?> closing = threads.submit(() -> other.server().close(Duration.ofDays(1)));

            assertThat(unused.awaitEnd()).isEmpty();
            closing.get();
        }
    }

    @Test
    void whoHasJustConnectedIsHeard() throws Exception {
        Future<?> closing = closing(ServerFixture.LONG);

        RawCaller.Answer answer = caller.send(ServerFixture.get("/")).receive();

        assertThat(answer.body()).isEqualTo("well");
        assertThat(answer.header("Connection")).isEqualTo("close");
        assertThat(caller.awaitEnd()).isEmpty();
        closing.get();
    }

    @Test
    void whoConnectsAndSaysNothingIsNotWaitedForLong() throws Exception {
        closing(ServerFixture.LONG).get();

        assertThat(caller.awaitEnd()).isEmpty();
    }

    @RepeatedTest(20)
    void nobodyIsAcceptedAnyMore() {
        server.close();

        assertThatExceptionOfType(ConnectException.class)
                .isThrownBy(() -> new RawCaller(server).close());
    }

    @Test
    void whatIsNotDoneInTimeIsCutOff() throws Exception {
        caller.send(ServerFixture.get("/slow"));
        arrived.await();

        server.close(ServerFixture.SHORT);

        assertThat(caller.awaitEnd()).isEmpty();
    }

    @Test
    void aServerThatIsClosedCanBeClosedAgain() throws Exception {
        caller.send(ServerFixture.get("/slow"));
        arrived.await();
        Future<?> graceful = closing(ServerFixture.LONG);

        server.close();
        released.countDown();
        graceful.get();
        server.close(ServerFixture.LONG);

        assertThat(caller.awaitEnd()).isEmpty();
    }
}
