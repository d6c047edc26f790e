package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;

/** A gateway and a connection to it, on which nothing that was refused leaves a trace. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RawHttpFixture {
    RunningGateway gateway;
    RawHttp http;

    @BeforeAll
    void start() throws IOException {
        gateway = new RunningGateway("giza.gateway.max-put=1MB", "giza.gateway.max-drain=64KB");
        try (RawHttp first = new RawHttp(gateway.port())) {
            assertThat(first.send(new Ask("PUT", "/bucket")).status()).isEqualTo(200);
        }
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @BeforeEach
    void connect() throws IOException {
        http = new RawHttp(gateway.port());
    }

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        http.close();
        assertThat(gateway.objects().keys("bucket")).isEmpty();
    }

    static final Ask put(String body) {
        return new Ask("PUT", "/bucket/key").body(body);
    }

    static final Ask post(String document) {
        return new Ask("POST", "/bucket?delete")
                .body(document)
                .header("Content-MD5", RawHttp.md5(document));
    }

    static final Ask streaming(String mode, String body) {
        return new Ask("PUT", "/bucket/key")
                .header("x-amz-decoded-content-length", "5")
                .body(body)
                .mode(mode);
    }

    final Response refused(Ask ask, int status, String code) throws IOException {
        Response response = http.send(ask);
        assertThat(response.element("Code")).isEqualTo(code);
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.element("RequestId"))
                .isEqualTo(response.headers().get("x-amz-request-id"));
        stillUsable();
        return response;
    }

    final void refusedUnsigned(String start, int status, String code) throws IOException {
        http.write(start + " HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n");
        Response response = http.read(false);
        assertThat(response.element("Code")).isEqualTo(code);
        assertThat(response.status()).isEqualTo(status);
        stillUsable();
    }

    /** Where the answer said that the connection closes, a client opens the next by itself. */
    final void stillUsable() throws IOException {
        if (http.closeWasAnnounced()) {
            assertThat(http.isClosed()).isTrue();
            http.close();
            connect();
        }
        assertThat(http.send(new Ask("GET", "/")).status()).isEqualTo(200);
    }

    final String spring(String path) throws IOException {
        try (RawHttp other = new RawHttp(gateway.port())) {
            other.write("GET " + path + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
            return other.readToEnd();
        }
    }

    final boolean closedByPeer() {
        try {
            return http.isClosed();
        } catch (IOException e) {
            return true;
        }
    }
}
