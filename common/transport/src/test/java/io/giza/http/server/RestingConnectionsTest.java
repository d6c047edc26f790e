package io.giza.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.giza.http.address.ClientAddresses;
import io.giza.http.server.Tls.ClientCertificate;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Connections without a thread: requests, ends and limits still reach them. */
@Timeout(60)
class RestingConnectionsTest {
    private static final int MANY = 200;

    @TempDir private static Path folder;
    private static TestCertificate certificate;

    /** The threads that served requests. */
    private final Set<Thread> serving = ConcurrentHashMap.newKeySet();

    private final AtomicInteger admitted = new AtomicInteger();
    private final ServerFixture fixture = new ServerFixture();

    @BeforeAll
    static void makeKeys() throws Exception {
        certificate = TestCertificate.make(folder);
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private void serve(@Nullable Tls tls, Limits limits) throws IOException {
        var gate =
                new ConnectionGate() {
                    @Override
                    public boolean enter(InetAddress address) {
                        admitted.incrementAndGet();
                        return true;
                    }

                    @Override
                    public void leave(InetAddress address) {
                        admitted.decrementAndGet();
                    }
                };
        fixture.serve(
                tls,
                exchange -> {
                    serving.add(Thread.currentThread());
                    exchange.answer(200, "text/plain", exchange.body().readAllBytes());
                },
                limits,
                new ConnectionAdmission(ClientAddresses.OF_PEERS, gate, ConnectionMeters.NONE));
    }

    private RawCaller caller(boolean isSecure) throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        int port = fixture.server().port();
        return new RawCaller(
                isSecure
                        ? certificate.stranger().getSocketFactory().createSocket(here, port)
                        : new Socket(here, port));
    }

    private void serve(boolean isSecure) throws IOException {
        serve(
                isSecure ? new Tls(certificate::member, ClientCertificate.NONE) : null,
                new Limits(2 * MANY, ServerFixture.LONG, ServerFixture.LONG));
    }

    private void awaitResting(int count) {
        await().untilAsserted(
                        () -> assertThat(fixture.server().resting().count()).isEqualTo(count));
    }

    private void awaitAdmitted(int count) {
        await().until(() -> admitted.get() == count);
    }

    private void awaitEnds() {
        await().until(() -> serving.stream().noneMatch(Thread::isAlive));
    }

    private static void assertServed(RawCaller caller) throws IOException {
        caller.send(ServerFixture.post(5)).send("hello");
        assertThat(caller.receive().body()).isEqualTo("hello");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aConnectionAtRestIsServedAgainAndAgain(boolean isSecure) throws IOException {
        serve(isSecure);
        try (var caller = caller(isSecure)) {
            for (int rest = 0; rest < 3; rest++) {
                assertServed(caller);
                assertServed(caller);
                awaitResting(1);
                awaitEnds();
            }
        }
        awaitAdmitted(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRequestMayComeByTheByteAfterARest(boolean isSecure) throws IOException {
        serve(isSecure);
        try (var caller = caller(isSecure)) {
            assertServed(caller);
            awaitResting(1);
            String request = ServerFixture.post(5);
            caller.send(request.substring(0, 1));
            awaitResting(0);
            caller.send(request.substring(1)).send("hello");
            assertThat(caller.receive().body()).isEqualTo("hello");
        }
    }

    @Test
    void manyRestAndAreServed() throws IOException {
        serve(false);
        List<RawCaller> callers = new ArrayList<>();
        try {
            for (int number = 0; number < MANY; number++) {
                callers.add(caller(false));
                assertServed(callers.getLast());
            }
            awaitResting(MANY);
            for (RawCaller each : callers) {
                assertServed(each);
            }
            awaitResting(MANY);
        } finally {
            for (RawCaller each : callers) {
                each.close();
            }
        }
        awaitAdmitted(0);
    }

    @Test
    void aConnectionWithoutARequestRestsToo() throws IOException {
        serve(false);
        try (var caller = caller(false)) {
            awaitResting(1);
            assertServed(caller);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aConnectionThatRestsTooLongIsClosed(boolean isSecure) throws IOException {
        serve(
                isSecure ? new Tls(certificate::member, ClientCertificate.NONE) : null,
                new Limits(MANY, Duration.ofSeconds(2), ServerFixture.LONG));
        try (var caller = caller(isSecure)) {
            assertServed(caller);
            awaitResting(1);
            assertThat(caller.awaitEnd()).isEmpty();
        }
        awaitAdmitted(0);
    }

    @Test
    void aServerThatClosesClosesConnectionsAtRest() throws IOException {
        serve(false);
        try (var first = caller(false);
                var second = caller(false)) {
            assertServed(first);
            assertServed(second);
            awaitResting(2);
            fixture.server().close(ServerFixture.LONG);
            assertThat(first.awaitEnd()).isEmpty();
            assertThat(second.awaitEnd()).isEmpty();
        }
        awaitAdmitted(0);
    }

    @Test
    void aServerThatClosesAtOnceClosesConnectionsAtRest() throws IOException {
        serve(
                null,
                new Limits(
                        MANY,
                        ServerFixture.LONG,
                        ServerFixture.LONG,
                        ServerFixture.LONG,
                        1 << 14,
                        1,
                        0,
                        ServerFixture.LONG,
                        ServerFixture.LONG));
        try (var caller = caller(false)) {
            assertServed(caller);
            awaitResting(1);
            fixture.server().close();
            assertThat(caller.awaitEnd()).isEmpty();
        }
        awaitAdmitted(0);
    }
}
