package io.giza.http.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.ReadWatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a socket does where it would have to wait. */
@Timeout(60)
class SocketWaitsTest {
    private static final Duration MOMENT = Duration.ofMillis(2);
    private static final Duration LONG = Duration.ofMinutes(1);

    private SocketChannel other;
    private ByteSocket socket;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            other = SocketChannel.open(listener.getLocalAddress());
            socket = new ByteSocket(listener.accept(), null);
        }
    }

    @AfterEach
    void close() throws IOException {
        other.close();
        socket.close();
    }

    @Test
    void aReadTellsBeforeItWaitsForLongAndLosesNothing() throws IOException {
        Watch watch = new Watch(MOMENT, () -> send("late"));
        socket.watchReads(watch);
        byte[] bytes = new byte[10];
        assertThat(socket.input().read(bytes, 2, 8)).isEqualTo(4);
        assertThat(new String(bytes, 2, 4, StandardCharsets.US_ASCII)).isEqualTo("late");
        assertThat(watch.longWaits).isEqualTo(1);
        assertThat(watch.waits).hasSize(1);
        assertThat(watch.waits.getFirst()).isGreaterThanOrEqualTo(MOMENT);
    }

    @Test
    void aReadWithoutPatienceTellsAtOnceWhereNothingIsThere() throws IOException {
        Watch watch = new Watch(Duration.ZERO, () -> send("late"));
        socket.watchReads(watch);
        assertThat(socket.read(ByteBuffer.allocateDirect(10))).isEqualTo(4);
        assertThat(watch.longWaits).isEqualTo(1);
    }

    @Test
    void aReadThatFindsSomethingTellsNothing() throws IOException {
        Watch watch = new Watch(LONG, () -> {});
        socket.watchReads(watch);
        send("prompt");
        ByteBuffer bytes = ByteBuffer.allocate(10);
        while (bytes.position() < 6) {
            assertThat(socket.read(bytes)).isPositive();
        }
        assertThat(watch.longWaits).isZero();
        socket.watchReads(null);
        send("unwatched");
        assertThat(socket.read(ByteBuffer.allocate(10))).isPositive();
        assertThat(watch.longWaits).isZero();
    }

    @Test
    void whatWasAwaitedIsReadFirst() throws IOException {
        assertThat(socket.awaitInput(MOMENT)).isFalse();
        send("ab");
        assertThat(socket.awaitInput(LONG)).isTrue();
        assertThat(socket.awaitInput(LONG)).isTrue();
        StringBuilder read = new StringBuilder();
        ByteBuffer bytes = ByteBuffer.allocateDirect(10);
        while (read.length() < 2) {
            assertThat(socket.read(bytes.clear())).isPositive();
            read.append(StandardCharsets.US_ASCII.decode(bytes.flip()));
        }
        assertThat(read).hasToString("ab");
        other.close();
        assertThat(socket.awaitInput(LONG)).isTrue();
        assertThat(socket.read(bytes.clear())).isEqualTo(-1);
    }

    /** It takes what the system has room for, and goes on from there when it is read. */
    @Test
    void whatIsNotTakenAtOnceIsLeft() throws IOException {
        ByteBuffer first = ByteBuffer.allocateDirect(1000);
        ByteBuffer second = ByteBuffer.allocate(64 << 20);
        socket.writeNow(first, second);
        assertThat(first.hasRemaining()).isFalse();
        assertThat(second.remaining()).isPositive().isLessThan(64 << 20);
        int left = second.remaining();
        socket.writeNow(second);
        assertThat(second.remaining()).isLessThanOrEqualTo(left);
        long taken = 0;
        ByteBuffer bytes = ByteBuffer.allocate(1 << 20);
        Thread writer = Thread.ofVirtual().start(() -> write(second));
        while (taken < 1000 + (64 << 20)) {
            taken += other.read(bytes.clear());
        }
        assertThat(taken).isEqualTo(1000 + (64 << 20));
        assertThat(writer).isNotNull();
    }

    private void write(ByteBuffer bytes) {
        try {
            socket.write(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void send(String text) {
        try {
            other.write(StandardCharsets.US_ASCII.encode(text));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static final class Watch implements ReadWatch {
        private final Duration patience;
        private final Runnable before;
        private final List<Duration> waits = new ArrayList<>();
        private int longWaits;

        Watch(Duration patience, Runnable before) {
            this.patience = patience;
            this.before = before;
        }

        @Override
        public Duration patience() {
            return patience;
        }

        @Override
        public void waited(Duration duration) {
            waits.add(duration);
        }

        @Override
        public void beforeLongWait() {
            longWaits++;
            before.run();
        }
    }
}
