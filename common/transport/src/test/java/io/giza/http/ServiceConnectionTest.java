package io.giza.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.model.DcName;
import io.giza.replica.ReplicaException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** When connections are used again, and when not, beside a service that says what a test wants. */
class ServiceConnectionTest {
    private static final DcName DC = new DcName("dc1");
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int BODY_BYTES = 4;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger accepted = new AtomicInteger();
    private ServerSocket listener;
    private ServiceClient client;

    /** What the service does with a connection. */
    private interface Service {
        void serve(InputStream requests, OutputStream answers, Socket connection) throws Exception;
    }

    @BeforeEach
    void start() throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        client =
                new ServiceClient(
                        new ServiceClient.Settings(
                                "0123456789abcdef",
                                ServiceClient.Timeouts.DEFAULT,
                                1,
                                1000,
                                null,
                                null));
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        listener.close();
        threads.shutdownNow();
        threads.close();
    }

    @Test
    void aConnectionIsUsedForOneCallAfterTheOther() throws ReplicaException {
        serve((requests, answers, _) -> answerAll(requests, answers, ""));

        for (int call = 0; call < 200; call++) {
            assertThat(post(LONG)).isEqualTo(body());
        }

        assertThat(accepted).hasValue(1);
    }

    @Test
    void aConnectionThatTheServiceWantsToEndIsNotUsedAgain() throws ReplicaException {
        serve((requests, answers, _) -> answerAll(requests, answers, "Connection: close\r\n"));

        assertThat(post(LONG)).isEqualTo(body());
        assertThat(post(LONG)).isEqualTo(body());

        assertThat(accepted).hasValue(2);
    }

    /** As a service does that is started again. */
    @Test
    void aConnectionThatTheServiceEndedMeanwhileFailsNoCall() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        serve(
                (requests, answers, connection) -> {
                    read(requests);
                    answer(answers, "");
                    connection.close();
                    ended.countDown();
                });

        assertThat(post(LONG)).isEqualTo(body());
        ended.await();
        assertThat(post(LONG)).isEqualTo(body());

        assertThat(accepted).hasValue(2);
    }

    /** One byte comes well before any silence is too long, and another, without end. */
    @Test
    void anAnswerThatTricklesInIsGivenUpInTime() {
        serve(
                (requests, answers, _) -> {
                    read(requests);
                    answers.write("HTTP/1.1 200 ".getBytes(StandardCharsets.US_ASCII));
                    Trickle.endlessly(() -> answers.write('O'));
                });

        assertThatExceptionOfType(ReplicaException.TimedOut.class)
                .isThrownBy(() -> post(Duration.ofMillis(100)));
    }

    @Test
    void aCallThatFindsNoConnectionWaitsForOneAndNotForEver() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch received = new CountDownLatch(1);
        serve(
                (requests, answers, _) -> {
                    read(requests);
                    received.countDown();
                    released.await();
                    answer(answers, "");
                    answerAll(requests, answers, "");
                });
        Future<byte[]> first = threads.submit(() -> post(LONG));
        received.await();

        assertThatExceptionOfType(ReplicaException.TimedOut.class)
                .isThrownBy(() -> post(Duration.ofMillis(50)))
                .withStackTraceContaining("no connection became free");
        Future<byte[]> waiting = threads.submit(() -> post(LONG));
        released.countDown();

        assertThat(first.get()).isEqualTo(body());
        assertThat(waiting.get()).isEqualTo(body());
        assertThat(accepted).hasValue(1);
    }

    @Test
    void aCallThatFailedLeavesItsPlaceToOthers() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        serve(
                (requests, answers, connection) -> {
                    read(requests);
                    if (calls.incrementAndGet() == 1) {
                        connection.close();
                        return;
                    }
                    answer(answers, "");
                });

        assertThatExceptionOfType(ReplicaException.Unreachable.class).isThrownBy(() -> post(LONG));
        assertThat(post(LONG)).isEqualTo(body());
    }

    @Test
    void aHeadWithoutEndIsNoAnswer() {
        serve(
                (requests, answers, _) -> {
                    read(requests);
                    answers.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII));
                    while (true) {
                        answers.write("X-More: more\r\n".getBytes(StandardCharsets.US_ASCII));
                    }
                });

        assertThatExceptionOfType(ReplicaException.class)
                .isThrownBy(() -> post(LONG))
                .withMessageContaining("Maximum header count");
    }

    /** What is read of one answer never ends up in the next. */
    @Test
    void anAnswerThatIsLeftHalfReadTakesItsConnectionAlong() throws Exception {
        serve(
                (requests, answers, _) -> {
                    while (true) {
                        read(requests);
                        answers.write(head(100_000, "").getBytes(StandardCharsets.US_ASCII));
                        for (int i = 0; i < 100_000; i++) {
                            answers.write(i == 0 ? 1 : 2);
                        }
                    }
                });

        for (int call = 1; call <= 3; call++) {
            ServiceCall get = client.call(DC, "GET", uri());
            get.send(LONG);
            get.receive(LONG);
            try (InputStream body = get.stream(LONG)) {
                assertThat(body.read()).isEqualTo(1);
                assertThat(body.read()).isEqualTo(2);
            }
            assertThat(accepted).hasValue(call);
        }
    }

    /** As those read who know the length, and do not look for the end. */
    @Test
    void anAnswerThatWasReadToItsLastByteLeavesItsConnection() throws Exception {
        serve((requests, answers, _) -> answerAll(requests, answers, ""));

        for (int call = 1; call <= 3; call++) {
            ServiceCall get = client.call(DC, "GET", uri());
            get.send(LONG);
            get.receive(LONG);
            try (InputStream body = get.stream(LONG)) {
                assertThat(body.readNBytes(BODY_BYTES)).isEqualTo(body());
            }
        }

        assertThat(accepted).hasValue(1);
    }

    private void serve(Service service) {
        var _ =
                threads.submit(
                        () -> {
                            while (true) {
                                Socket connection = listener.accept();
                                accepted.incrementAndGet();
                                var _ = threads.submit(() -> serve(service, connection));
                            }
                        });
    }

    private static boolean serve(Service service, Socket connection) throws Exception {
        try (connection) {
            service.serve(connection.getInputStream(), connection.getOutputStream(), connection);
        }
        return true;
    }

    private static void answerAll(InputStream requests, OutputStream answers, String headers)
            throws IOException {
        while (read(requests)) {
            answer(answers, headers);
        }
    }

    /** Reads a request; false if there is none any more. */
    private static boolean read(InputStream requests) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = requests.read();
            if (next < 0) {
                return false;
            }
            head.append((char) next);
        }
        if (head.indexOf("Content-Length") >= 0) {
            requests.readNBytes(BODY_BYTES);
        }
        return true;
    }

    private static void answer(OutputStream answers, String headers) throws IOException {
        String answer = head(BODY_BYTES, headers) + new String(body(), StandardCharsets.US_ASCII);
        answers.write(answer.getBytes(StandardCharsets.US_ASCII));
    }

    private static String head(int length, String headers) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n" + headers + "\r\n";
    }

    private static byte[] body() {
        return "pong".getBytes(StandardCharsets.US_ASCII);
    }

    private byte[] post(Duration timeout) throws ReplicaException {
        return client.post(DC, uri(), body(), timeout);
    }

    private URI uri() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/x");
    }
}
