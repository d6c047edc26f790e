package io.giza.gateway.check;

import io.giza.service.AuthorityFile;
import io.giza.signature.RequestSigner;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import javax.net.ssl.SSLContext;

/**
 * Signed requests to gateways, each tried again until it succeeds or patience ends: what was just
 * started may answer late, and 503 is no fault.
 */
final class S3Calls implements AutoCloseable {
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int SERVER_FAULT = 500;
    private static final int REFUSAL = 300;
    private static final int SHOWN = 300;

    private final HttpClient http;
    private final RequestSigner signer;
    private final Duration patience;

    S3Calls(CheckOptions options) throws IOException {
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(Duration.ofSeconds(10));
        Path authority = options.authority();
        if (authority != null) {
            builder.sslContext(trusting(authority));
        }
        this.http = builder.build();
        this.signer = options.signer();
        this.patience = options.patience();
    }

    private static SSLContext trusting(Path file) throws IOException {
        try {
            return new AuthorityFile(file).get();
        } catch (IllegalArgumentException e) {
            throw new IOException("--ca: " + e.getMessage(), e);
        }
    }

    /** A request that no gateway answered well. */
    static final class FailedCallException extends IOException {
        private static final long serialVersionUID = 1L;

        FailedCallException(String message, Throwable cause) {
            super(message, cause);
        }

        FailedCallException(String message) {
            super(message);
        }
    }

    /**
     * What is asked.
     *
     * @param method such as PUT
     * @param endpoint the gateway's URL
     * @param path what follows, with the query behind a question mark, needing no escaping
     * @param body what is sent, may be empty
     */
    record Call(String method, URI endpoint, String path, byte[] body) {
        Call(String method, URI endpoint, String path) {
            this(method, endpoint, path, new byte[0]);
        }

        @Override
        public String toString() {
            return method + " " + endpoint + path;
        }
    }

    /**
     * Returns the answer, of a status below 300.
     *
     * @throws FailedCallException if it is refused, or not answered before patience ends
     */
    HttpResponse<byte[]> send(Call call) throws FailedCallException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            boolean isLast = System.nanoTime() - deadline >= 0;
            try {
                HttpResponse<byte[]> answer = sendOnce(call);
                if (answer.statusCode() < REFUSAL) {
                    return answer;
                }
                if (isLast || answer.statusCode() < SERVER_FAULT) {
                    throw new FailedCallException(call + " was answered " + describe(answer));
                }
            } catch (FailedCallException e) {
                throw e;
            } catch (IOException e) {
                if (isLast) {
                    throw new FailedCallException(call + " was not answered: " + e, e);
                }
            }
            pause(call);
        }
    }

    private HttpResponse<byte[]> sendOnce(Call call) throws IOException {
        int question = call.path.indexOf('?');
        String path = question < 0 ? call.path : call.path.substring(0, question);
        String query = question < 0 ? "" : call.path.substring(question + 1);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(call.endpoint + call.path))
                        .timeout(REQUEST_TIMEOUT)
                        .method(call.method, BodyPublishers.ofByteArray(call.body));
        signer.headers(
                        new RequestSigner.Signed(
                                call.method,
                                path,
                                query,
                                RequestSigner.host(call.endpoint),
                                call.body),
                        Instant.now())
                .forEach(request::header);
        try {
            return http.send(request.build(), BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailedCallException(call + " was interrupted", e);
        }
    }

    private static void pause(Call call) throws FailedCallException {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailedCallException(call + " was interrupted", e);
        }
    }

    private static String describe(HttpResponse<byte[]> answer) {
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        return answer.statusCode()
                + " "
                + text.substring(0, Math.min(SHOWN, text.length())).replace('\n', ' ');
    }

    @Override
    public void close() {
        http.close();
    }
}
