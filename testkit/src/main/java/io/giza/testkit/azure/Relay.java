package io.giza.testkit.azure;

import org.jspecify.annotations.Nullable;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One client's connection. Each of its calls goes to the server over a connection of its own, so
 * that none of them fails because an idle connection had been closed.
 */
final class Relay {
    private static final Duration MAX_HOLD = Duration.ofMinutes(10);

    private final FaultyProxy proxy;
    private final InputStream in;
    private final OutputStream out;

    Relay(FaultyProxy proxy, Socket client) throws IOException {
        this.proxy = proxy;
        this.in = new BufferedInputStream(client.getInputStream());
        this.out = client.getOutputStream();
    }

    /** Where the head and the body of an answer go. */
    private record Sink(OutputStream head, OutputStream body) {
        static Sink both(OutputStream out) {
            return new Sink(out, out);
        }
    }

    /** Serves the connection until one side, or a fault, ends it. */
    void run() throws IOException {
        boolean isReusable = true;
        while (isReusable) {
            HttpHead head = HttpHead.read(in);
            isReusable = head != null && serve(head, proxy.faultOf(head.call()));
        }
    }

    private boolean serve(HttpHead head, @Nullable Fault fault) throws IOException {
        return switch (fault) {
            case null -> forward(head, in, Sink.both(out));
            case Fault.Refuse refuse -> refuse(head, refuse);
            case Fault.LoseRequest _ -> {
                sendContinue(head);
                head.copyRequestBody(in, OutputStream.nullOutputStream());
                yield false;
            }
            case Fault.LoseResponse _ -> {
                forward(head, in, Sink.both(OutputStream.nullOutputStream()));
                yield false;
            }
            case Fault.TruncateUpload upload -> truncate(head, upload.bytes());
            case Fault.TruncateResponse response -> {
                forward(head, in, new Sink(out, new TruncatingStream(out, response.bytes())));
                yield false;
            }
            case Fault.Delay delay -> {
                await(new CountDownLatch(1), delay.by());
                yield forward(head, in, Sink.both(out));
            }
            case Fault.Hold hold -> {
                ByteArrayOutputStream body = new ByteArrayOutputStream();
                sendContinue(head);
                head.copyRequestBody(in, body);
                await(hold.until(), MAX_HOLD);
                InputStream heldBody = new ByteArrayInputStream(body.toByteArray());
                yield forward(head, heldBody, Sink.both(out));
            }
        };
    }

    /** Passes a call on and its answer back; returns whether the connection can be used again. */
    private boolean forward(HttpHead head, InputStream body, Sink sink) throws IOException {
        Socket server = proxy.connect();
        try (server) {
            InputStream fromServer = new BufferedInputStream(server.getInputStream());
            OutputStream toServer = server.getOutputStream();
            toServer.write(head.bytes());
            toServer.flush();
            if (!waitsForContinue(head)) {
                head.copyRequestBody(body, toServer);
            }
            HttpHead answer = answer(fromServer);
            while (answer.status() < 200) {
                out.write(answer.bytes());
                out.flush();
                if (answer.status() == 100 && waitsForContinue(head)) {
                    head.copyRequestBody(body, toServer);
                }
                answer = answer(fromServer);
            }
            sink.head().write(answer.bytes());
            boolean isFramed =
                    answer.copyResponseBody(head.call().method(), fromServer, sink.body());
            return isFramed && !answer.has("connection", "close");
        } finally {
            proxy.untrack(server);
        }
    }

    private static HttpHead answer(InputStream fromServer) throws IOException {
        HttpHead answer = HttpHead.read(fromServer);
        if (answer == null) {
            throw new EOFException("the server did not answer");
        }
        return answer;
    }

    private static boolean waitsForContinue(HttpHead head) {
        return head.has("expect", "100-continue");
    }

    /** Has a client send the body that it keeps until it is asked for it. */
    private void sendContinue(HttpHead head) throws IOException {
        if (waitsForContinue(head)) {
            out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }
    }

    private boolean truncate(HttpHead head, long bytes) throws IOException {
        sendContinue(head);
        Socket server = proxy.connect();
        try (server) {
            server.getOutputStream().write(head.bytes());
            head.copyRequestBody(in, new TruncatingStream(server.getOutputStream(), bytes));
            return false;
        } finally {
            proxy.untrack(server);
        }
    }

    private boolean refuse(HttpHead head, Fault.Refuse refuse) throws IOException {
        if (!waitsForContinue(head)) {
            head.copyRequestBody(in, OutputStream.nullOutputStream());
        }
        boolean isTable =
                head.headers().getOrDefault("accept", List.of()).stream()
                        .anyMatch(accept -> accept.contains("json"));
        String body =
                isTable
                        ? "{\"odata.error\":{\"code\":\"%s\",\"message\":{\"lang\":\"en-US\",\"value\":\"injected\"}}}"
                        : "<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>%s</Code>"
                                + "<Message>injected</Message></Error>";
        byte[] content = body.formatted(refuse.code()).getBytes(StandardCharsets.UTF_8);
        String answer =
                """
                HTTP/1.1 %d Injected
                Content-Type: %s
                Content-Length: %d
                Retry-After: %d
                x-ms-error-code: %s

                """
                        .formatted(
                                refuse.status(),
                                isTable ? "application/json" : "application/xml",
                                head.call().method().equals("HEAD") ? 0 : content.length,
                                refuse.retryAfter().toSeconds(),
                                refuse.code())
                        .replace("\n", "\r\n");
        out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
        if (!head.call().method().equals("HEAD")) {
            out.write(content);
        }
        out.flush();
        return !waitsForContinue(head);
    }

    private static void await(CountDownLatch latch, Duration longest) throws IOException {
        try {
            boolean _ = latch.await(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Lets so many bytes pass, then fails. */
    private static final class TruncatingStream extends FilterOutputStream {
        private long left;

        TruncatingStream(OutputStream out, long bytes) {
            super(out);
            this.left = bytes;
        }

        @Override
        public void write(int next) throws IOException {
            write(new byte[] {(byte) next}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int passed = (int) Math.min(left, length);
            out.write(bytes, offset, passed);
            left -= passed;
            if (passed < length) {
                out.flush();
                throw new IOException("cut here");
            }
        }
    }
}
