package io.giza.http.server;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A server for a test, at a port that is free, and one that calls it. */
final class ServerFixture implements AutoCloseable {
    /** Longer than any test takes. */
    static final Duration LONG = Duration.ofMinutes(2);

    /** Over when it is first looked after. */
    static final Duration SHORT = Duration.ofMillis(20);

    /** Those of a test that is about something else. */
    static final Limits PATIENT = new Limits(100, LONG, LONG);

    private @Nullable ServiceServer server;
    private @Nullable RawCaller caller;

    static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: store\r\n\r\n";
    }

    static String post(int length) {
        return "POST / HTTP/1.1\r\nHost: store\r\nContent-Length: " + length + "\r\n\r\n";
    }

    void serve(RequestHandler handler, Limits limits) throws IOException {
        serve(null, handler, limits);
    }

    void serve(@Nullable Tls tls, RequestHandler handler, Limits limits) throws IOException {
        serve(tls, handler, limits, ConnectionAdmission.OPEN);
    }

    void serve(
            @Nullable Tls tls, RequestHandler handler, Limits limits, ConnectionAdmission admission)
            throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        server = new ServiceServer(address, tls, handler, limits, admission);
    }

    ServiceServer server() {
        if (server == null) {
            throw new IllegalStateException("nothing is served yet");
        }
        return server;
    }

    /** Returns the same one each time. */
    RawCaller caller() throws IOException {
        if (caller == null) {
            caller = new RawCaller(server());
        }
        return caller;
    }

    @Override
    public void close() throws IOException {
        if (caller != null) {
            caller.close();
        }
        if (server != null) {
            server.close();
        }
    }
}
