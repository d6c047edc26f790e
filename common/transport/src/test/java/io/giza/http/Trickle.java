package io.giza.http;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Bytes that come one by one without end: each in time, and all of them never. */
public final class Trickle {
    private static final Duration PACE = Duration.ofMillis(5);

    /** Sends a byte. */
    public interface Sender {
        /** Sends it; fails once the connection has ended. */
        void send() throws IOException;
    }

    private Trickle() {}

    /** Sends bytes until that fails. */
    public static void endlessly(Sender sender) throws IOException {
        while (true) {
            sender.send();
            LockSupport.parkNanos(PACE.toNanos());
        }
    }
}
