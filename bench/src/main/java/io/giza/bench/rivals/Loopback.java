package io.giza.bench.rivals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Where rivals that are started listen, and whether they answer there. */
final class Loopback {
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

    private Loopback() {}

    /** Returns an address at which nobody listens. */
    static URI freeEndpoint() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }
    }

    /** Asks for a document, and returns the status of the answer. */
    static int status(URI document) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(document).timeout(LONGEST_ANSWER).build();
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }
}
