package io.giza.testkit.azure;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** What a {@link FaultyProxy} does to one call. */
public sealed interface Fault {
    /** The server is busy: 503, to be tried again after a second. It does not see the call. */
    Fault BUSY = new Refuse(503, "ServerBusy", Duration.ofSeconds(1));

    /**
     * The call is answered without reaching the server.
     *
     * @param status the status, 429 or 503, say
     * @param code the service's own name of the error, as in {@code x-ms-error-code}
     * @param retryAfter sent as {@code Retry-After}, in whole seconds
     */
    record Refuse(int status, String code, Duration retryAfter) implements Fault {}

    /** The connection is cut, and the server never sees the call. */
    record LoseRequest() implements Fault {}

    /** The server does what it is asked and answers; the connection is cut instead. */
    record LoseResponse() implements Fault {}

    /** The server sees only this many bytes of the body, then both connections are cut. */
    record TruncateUpload(long bytes) implements Fault {}

    /** The caller sees the head of the answer and this many bytes of its body, then a cut. */
    record TruncateResponse(long bytes) implements Fault {}

    /** The call reaches the server later. */
    record Delay(Duration by) implements Fault {}

    /**
     * The call is kept, and reaches the server when the latch opens, even if the caller has gone.
     */
    record Hold(CountDownLatch until) implements Fault {}
}
