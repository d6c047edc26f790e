package io.giza.stripe.cache;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.cache.CopySlots.End;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * A fragment that is read from afar, and handed on to another task that makes a copy. Who reads
 * does not wait for the copy: where its store is slower than the way from afar, there will be none.
 */
final class CopyingStream extends ChannelStream {
    /** How many pieces may wait to be copied; a piece is at most so long. */
    private static final int MAX_WAITING = 64;

    private static final int MAX_PIECE = 32 << 10;

    /** Enough for a store to take a breath, and of a whole read no delay that would be noticed. */
    private static final Duration MAX_WAIT = Duration.ofMillis(20);

    /** Longer than a reader takes for anything that it still wants. */
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(10);

    private static final byte[] BROKEN_OFF = {};

    private final Surroundings surroundings;
    private final Inbox<byte[]> pieces;
    private final long length;

    /** How long the reader may still wait for the copy altogether, in nanoseconds. */
    private long patience = MAX_WAIT.toNanos();

    /** What was not handed on yet; 0 too once nothing more will be. */
    private volatile long remaining;

    private volatile boolean isBrokenOff;

    /**
     * Hands on what is read.
     *
     * @param length how many bytes there are
     */
    CopyingStream(Surroundings surroundings, InputStream bytes, long length) {
        super(bytes);
        this.surroundings = surroundings;
        this.pieces = surroundings.tasks().inbox(MAX_WAITING + 1);
        this.length = length;
        this.remaining = length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = in.read(target, offset, Math.min(length, MAX_PIECE));
        if (count > 0) {
            handOn(Arrays.copyOfRange(target, offset, offset + count));
        }
        return count;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int start = target.position();
        int limit = target.limit();
        target.limit(Math.min(limit, start + MAX_PIECE));
        int count = super.read(target);
        target.limit(limit);
        if (count > 0) {
            byte[] piece = new byte[count];
            target.get(start, piece);
            handOn(piece);
        }
        return count;
    }

    private void handOn(byte[] piece) {
        if (remaining > 0) {
            Time time = surroundings.time();
            Ticks began = time.ticks();
            boolean taken = pieces.offer(piece, time.after(Duration.ofNanos(patience)));
            patience = Math.max(0, patience - began.elapsedNanos(time));
            if (taken) {
                remaining -= piece.length;
            } else {
                breakOff();
            }
        }
    }

    @Override
    public long skip(long count) throws IOException {
        return Math.max(0, read(new byte[(int) Math.min(count, MAX_PIECE)]));
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    @Override
    public void close() throws IOException {
        breakOff();
        super.close();
    }

    /** Does nothing where everything was handed on. */
    private void breakOff() {
        if (remaining > 0) {
            remaining = 0;
            isBrokenOff = true;
            // Where there is no room for it, somebody looks at the field instead.
            pieces.offer(BROKEN_OFF, surroundings.time().after(Duration.ZERO));
        }
    }

    /** Makes the copy of what is read; the other task's body. */
    End copyTo(FragmentStore copies, FragmentId id) {
        long left = length;
        try (FragmentUpload upload = copies.create(id, left)) {
            while (left > 0) {
                Optional<byte[]> piece = pieces.take(surroundings.time().after(IDLE_TIMEOUT));
                if (piece.isEmpty() || isBrokenOff) {
                    return End.BROKEN_OFF;
                }
                upload.write(ByteBuffer.wrap(piece.get()));
                left -= piece.get().length;
            }
            upload.complete();
            return End.KEPT;
        } catch (ReplicaException e) {
            return End.BROKEN_OFF;
        }
    }
}
