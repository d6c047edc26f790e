package io.giza.gateway.object;

import io.giza.concurrent.ReadWatch;
import io.giza.concurrent.Time;
import io.giza.gateway.service.ObjectBody;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;

/** Comes in pieces of random sizes after random pauses, and is digested by a CRC32C. */
final class PausingBody implements ObjectBody {
    /** Longer than a put may keep memory for it. */
    static final Duration LONG_PAUSE = Duration.ofSeconds(60);

    private final Time time;
    private final Random random;
    private final double pauses;
    private final byte[] bytes;
    private final CRC32C crc = new CRC32C();
    private final int pieces;
    Runnable inLongPause = () -> {};
    Runnable atEnd = () -> {};
    private @Nullable ReadWatch watch;
    private int read;

    /**
     * Draws a body.
     *
     * @param longest of its length, in bytes
     * @param pauses before which part of its pieces it pauses for long
     */
    PausingBody(Time time, Random random, int longest, double pauses) {
        this.time = time;
        this.random = new Random(random.nextLong());
        this.pauses = pauses;
        this.bytes = new byte[1 + random.nextInt(longest)];
        this.random.nextBytes(bytes);
        this.pieces = 1 << this.random.nextInt(10, 17);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns its digest. */
    String expected() {
        CRC32C all = new CRC32C();
        all.update(bytes);
        return Long.toHexString(all.getValue());
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public void watch(@Nullable ReadWatch watching) {
        watch = watching;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        boolean isLong = random.nextDouble() < pauses;
        waitFor(
                isLong
                        ? LONG_PAUSE
                        : Duration.ofNanos(random.nextInt(pauses == 0 ? 1 : 10_000_000)));
        int most = Math.min(Math.min(length, 1 + random.nextInt(pieces)), bytes.length - read);
        System.arraycopy(bytes, read, target, offset, most);
        read += most;
        if (read == bytes.length) {
            atEnd.run();
        }
        return most;
    }

    private void waitFor(Duration pause) {
        ReadWatch watching = watch;
        if (watching == null) {
            time.sleep(pause);
            return;
        }
        if (pause.compareTo(watching.patience()) > 0) {
            Duration patience = watching.patience();
            time.sleep(patience.isPositive() ? patience : Duration.ZERO);
            watching.beforeLongWait();
            inLongPause.run();
        }
        time.sleep(pause);
        watching.waited(pause);
    }

    @Override
    public void digest(byte[] source, int offset, int length) {
        crc.update(source, offset, length);
    }

    @Override
    public Digests finish() {
        return new Digests(Long.toHexString(crc.getValue()), Map.of());
    }
}
