package io.giza.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.http.server.ConnectionAdmission;
import io.giza.http.server.Limits;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.env.StandardEnvironment;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** How the server of a service starts and stops with it. */
class ListeningServerTest {
    private final StandardEnvironment environment = new StandardEnvironment();
    private final ListeningServer server = server(0, environment);

    @AfterEach
    void stop() {
        server.stop();
    }

    private static ListeningServer server(int port, StandardEnvironment environment) {
        return new ListeningServer(
                new ListeningServer.Port(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        () -> null,
                        Duration.ZERO,
                        0,
                        "local.server.port"),
                new Entry(
                        exchange -> exchange.answer(200),
                        Limits.stallingFor(Duration.ofMinutes(1)),
                        ConnectionAdmission.OPEN),
                environment);
    }

    private int port() {
        return environment.getRequiredProperty("local.server.port", Integer.class);
    }

    private void connect() throws Exception {
        new Socket(InetAddress.getLoopbackAddress(), port()).close();
    }

    @Test
    void itListensFromItsStartToItsStop() throws Exception {
        assertThat(server.isRunning()).isFalse();
        server.start();
        assertThat(server.isRunning()).isTrue();
        connect();

        server.stop();
        server.stop();

        assertThat(server.isRunning()).isFalse();
        assertThatExceptionOfType(ConnectException.class).isThrownBy(this::connect);
    }

    @Test
    void itCanBeStartedAgain() throws Exception {
        server.start();
        server.stop();
        server.start();

        connect();
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        server.start();
        ListeningServer second = server(port(), environment);

        assertThatExceptionOfType(PortInUseException.class)
                .isThrownBy(second::start)
                .satisfies(taken -> assertThat(taken.getPort()).isEqualTo(port()));
        assertThat(second.isRunning()).isFalse();
    }
}
