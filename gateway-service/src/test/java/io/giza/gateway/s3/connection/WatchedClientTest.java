package io.giza.gateway.s3.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.giza.concurrent.Time;
import io.giza.stripe.read.ByteTarget;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** What becomes of the connection of a client that holds what others wait for. */
class WatchedClientTest {
    private final List<String> done = new ArrayList<>();
    private Runnable taking = () -> {};
    private final Clock clock = new Clock();
    private final WatchedClient client =
            new SlowClientLimits(clock, Duration.ofMinutes(1), 1).watch(new Recorded());

    /** Its system took megabytes at once, and takes more when a good part of them has left. */
    @Test
    void whoTookMuchAtOnceMayTakeNothingForSomeSeconds() throws IOException {
        ByteTarget output = client.output(this::take);
        for (int i = 0; i < 32; i++) {
            output.write(ByteBuffer.allocate(64 << 10));
        }
        assertThat(paceDuring(output, Duration.ofSeconds(7))).isEmpty();
        output.write(ByteBuffer.allocate(512 << 10));
        assertThat(paceDuring(output, Duration.ofSeconds(9))).isPresent();
    }

    /** By each piece that it takes it can be judged, and let others have memory. */
    @Test
    void whoIsSlowGetsLessAtATime() throws IOException {
        List<Integer> pieces = new ArrayList<>();
        ByteTarget output =
                client.output(
                        bytes -> {
                            pieces.add(bytes.length);
                            taking.run();
                        });
        ByteBuffer[] two = {ByteBuffer.allocate(1), ByteBuffer.allocate(1)};
        output.write(two);
        taking = () -> clock.nanos += Duration.ofSeconds(1).toNanos();
        output.write(two);
        output.write(two);
        taking = () -> {};
        output.write(two);
        output.write(two);
        assertThat(pieces).containsExactly(2, 2, 1, 1, 1, 1, 2);
    }

    @Test
    void whoTakesNothingIsSlowAfterASecond() throws IOException {
        ByteTarget output = client.output(this::take);
        assertThat(paceDuring(output, Duration.ofMillis(900))).isEmpty();
        assertThat(paceDuring(output, Duration.ofMillis(900))).isPresent();
    }

    @Test
    void whoTakesALittleNowAndThenIsSlow() throws IOException {
        ByteTarget output = client.output(this::take);
        output.write(ByteBuffer.allocate(1 << 20));
        for (int i = 0; i < 100; i++) {
            assertThat(paceDuring(output, Duration.ofMillis(100)).isPresent()).isEqualTo(i >= 80);
        }
    }

    @Test
    void theSlowerOneHasTheLowerPace() throws IOException {
        WatchedClient other =
                new SlowClientLimits(clock, Duration.ofMinutes(1), 1).watch(new Recorded());
        ByteTarget slow = other.output(this::take);
        slow.write(ByteBuffer.allocate(64 << 10));
        ByteTarget slower = client.output(this::take);
        long first = paceDuring(other, slow, Duration.ofSeconds(3)).orElseThrow();
        long second = paceDuring(client, slower, Duration.ofSeconds(3)).orElseThrow();
        assertThat(second).isLessThan(first);
    }

    @Test
    void whoIsNotWaitedForIsNotSlow() throws IOException {
        ByteTarget output = client.output(this::take);
        assertThat(paceDuring(output, Duration.ofSeconds(9))).isPresent();
        assertThat(client.slowPace()).isEmpty();
    }

    @Test
    void whoIsDroppedSendsNothingMore() {
        InputStream input = client.input(new Ending());
        client.drop();
        assertThat(done).containsExactly("input ended");
        assertThatIOException().isThrownBy(() -> input.read(new byte[1]));
        assertThat(client.isCutShort()).isTrue();
    }

    /** Its request came to an end of its own, which is what it is told. */
    @Test
    void whoseBodyWasWholeWhenItWasDroppedIsNotCutShort() throws IOException {
        InputStream input = client.input(new ByteArrayInputStream(new byte[1]));
        assertThat(input.read(new byte[1])).isEqualTo(1);
        client.drop();
        assertThat(input.read(new byte[1])).isEqualTo(-1);
        assertThat(client.isCutShort()).isFalse();
    }

    @Test
    void whoBreaksOffIsNotWaitedForAnyMore() {
        InputStream input = client.input(new Ending());
        assertThatIOException().isThrownBy(() -> input.read(new byte[1]));
        ByteTarget output = client.output(this::take);
        taking =
                () -> {
                    throw new IllegalStateException("the connection is closed");
                };
        assertThatIllegalStateException().isThrownBy(() -> output.write(ByteBuffer.allocate(1)));
        clock.nanos += Duration.ofSeconds(9).toNanos();
        assertThat(client.slowPace()).isEmpty();
        assertThat(client.isCutShort()).isFalse();
    }

    /** The connection may serve the client's next request by then, which holds nothing. */
    @Test
    void whoseRequestIsOverIsNotDroppedAnyMore() {
        client.end();
        client.drop();
        assertThat(done).isEmpty();
    }

    /** Takes all at once, but for what happens meanwhile. */
    private void take(ByteBuffer... bytes) {
        taking.run();
    }

    private OptionalLong paceDuring(ByteTarget output, Duration wait) throws IOException {
        return paceDuring(client, output, wait);
    }

    /** Has the client take one byte in this time, and returns its pace just before that. */
    private OptionalLong paceDuring(WatchedClient watched, ByteTarget output, Duration wait)
            throws IOException {
        List<OptionalLong> pace = new ArrayList<>();
        taking =
                () -> {
                    clock.nanos += wait.toNanos();
                    pace.add(watched.slowPace());
                };
        output.write(ByteBuffer.allocate(1));
        taking = () -> {};
        return pace.getFirst();
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

    /** Ends before its body does. */
    private static final class Ending extends InputStream {
        @Override
        public int read() throws IOException {
            throw new EOFException("the connection has ended");
        }
    }

    private final class Recorded implements ClientConnection {
        @Override
        public void endInput() {
            done.add("input ended");
        }

        @Override
        public void endOutput() {
            done.add("output ended");
        }
    }
}
