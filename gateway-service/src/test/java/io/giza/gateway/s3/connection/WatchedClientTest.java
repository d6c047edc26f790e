package io.giza.gateway.s3.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.gateway.service.ClientTarget;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;

/** How slow a client may be, and what is known of it. */
class WatchedClientTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Clock clock = new Clock();
    private final WatchedClient client =
            new SlowClientLimits(clock, Duration.ofSeconds(10), 100).watch();

    @Test
    void aBodyThatMovesLessThanItMustInAWindowOfWaitingBreaksOff() throws IOException {
        InputStream input = client.input(new Waiting(50));
        for (int i = 0; i < 9; i++) {
            assertThat(input.read(new byte[200])).isEqualTo(50);
        }
        assertThatExceptionOfType(SocketTimeoutException.class)
                .isThrownBy(() -> input.read(new byte[200]))
                .withMessageContaining("500 bytes moved in PT10S");
    }

    @Test
    void aSlowBodyThatMovesEnoughGoesOn() throws IOException {
        InputStream input = client.input(new Waiting(100));
        for (int i = 0; i < 100; i++) {
            assertThat(input.read(new byte[200])).isEqualTo(100);
        }
        assertThat(client.receivedBytes()).isEqualTo(10_000);
        assertThat(client.waitedNanos()).isEqualTo(Duration.ofSeconds(100).toNanos());
    }

    @Test
    void whatAClientTakesAtOnceCountsForWhatItTakesSlowly() throws IOException {
        ClientTarget output = client.output(new Target(600));
        ByteBuffer bytes = ByteBuffer.allocate(700);
        output.writeNow(bytes);
        assertThat(bytes.remaining()).isEqualTo(100);
        for (int i = 0; i < 8; i++) {
            output.write(ByteBuffer.allocate(50));
        }
        output.write(bytes);
        output.write(ByteBuffer.allocate(50));
        assertThat(client.sentBytes()).isEqualTo(1_150);
        assertThat(client.firstSent()).hasValue(new Ticks(0));
    }

    private static final class Clock implements Time {
        private long nanos;

        @Override
        public Instant instant() {
            return Instant.EPOCH;
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void sleep(Duration duration) {
            throw new IllegalStateException("nobody sleeps here");
        }
    }

    /** Gives so many bytes a second. */
    private final class Waiting extends InputStream {
        private final int bytes;

        Waiting(int bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            clock.nanos += SECOND.toNanos();
            return bytes;
        }
    }

    /** Takes so many bytes at once, and a buffer a second. */
    private final class Target implements ClientTarget {
        private final int atOnce;

        Target(int atOnce) {
            this.atOnce = atOnce;
        }

        @Override
        public void write(ByteBuffer... bytes) {
            clock.nanos += SECOND.toNanos();
            for (ByteBuffer each : bytes) {
                each.position(each.limit());
            }
        }

        @Override
        public void writeNow(ByteBuffer... bytes) {
            bytes[0].position(atOnce);
        }
    }
}
