package io.giza.gateway.epoch;

import io.giza.concurrent.ReadWatch;
import io.giza.gateway.service.ObjectBody;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/** A body that can be read again: one that is held whole, or of which nothing was read. */
final class RepeatedBody implements ObjectBody {
    private final ObjectBody body;
    private final byte @Nullable [] held;
    private int came;
    private long digested;
    private boolean isTouched;
    private @Nullable Digests digests;

    /**
     * Wraps a body.
     *
     * @param isHeld whether it is held whole, which takes as much memory as it has bytes
     */
    RepeatedBody(ObjectBody body, boolean isHeld) {
        this.body = body;
        this.held = isHeld ? new byte[Math.toIntExact(body.length())] : null;
    }

    /** Tells whether {@link #again} begins at the first byte. */
    boolean canBeginAgain() {
        return held != null || !isTouched;
    }

    /** Returns the body from its first byte on, what came of it and then the rest. */
    ObjectBody again() {
        return held == null ? this : new Second(held);
    }

    @Override
    public long length() {
        return body.length();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        isTouched = true;
        int read = body.read(target, offset, length);
        if (held != null && read > 0) {
            System.arraycopy(target, offset, held, came, read);
            came += read;
        }
        return read;
    }

    @Override
    public void watch(@Nullable ReadWatch watch) {
        body.watch(watch);
    }

    @Override
    public void pause() {
        body.pause();
    }

    @Override
    public void digest(byte[] source, int offset, int length) {
        body.digest(source, offset, length);
        digested += length;
    }

    @Override
    public Digests finish() throws IOException {
        if (digests == null) {
            digests = body.finish();
        }
        return digests;
    }

    /** Reads what is held, then what still comes; digests what was not digested. */
    private final class Second implements ObjectBody {
        private final byte[] bytes;
        private int position;
        private long passed;

        Second(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public long length() {
            return RepeatedBody.this.length();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int there = Math.min(length, came - position);
            if (there > 0) {
                System.arraycopy(bytes, position, target, offset, there);
                position += there;
                return there;
            }
            int read = RepeatedBody.this.read(target, offset, length);
            position += Math.max(read, 0);
            return read;
        }

        @Override
        public void watch(@Nullable ReadWatch watch) {
            RepeatedBody.this.watch(watch);
        }

        @Override
        public void pause() {
            RepeatedBody.this.pause();
        }

        @Override
        public void digest(byte[] source, int offset, int length) {
            int known = (int) Math.min(length, Math.max(0, digested - passed));
            passed += length;
            if (known < length) {
                RepeatedBody.this.digest(source, offset + known, length - known);
            }
        }

        @Override
        public Digests finish() throws IOException {
            return RepeatedBody.this.finish();
        }
    }
}
