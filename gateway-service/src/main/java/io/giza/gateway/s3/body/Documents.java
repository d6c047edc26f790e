package io.giza.gateway.s3.body;

import io.giza.gateway.memory.ByteBudget;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Reads documents, which are held whole. What is held of one grows with what arrives of it, never
 * with what its client announces.
 */
public final class Documents {
    private static final int FIRST_BYTES = 4 << 10;
    private static final int STEP_BYTES = 64 << 10;

    private final ByteBudget budget;

    /** Reads documents that may take so much together. */
    public Documents(ByteBudget budget) {
        this.budget = budget;
    }

    /**
     * Reads a body whole, verifies it and lets it be used.
     *
     * @param account who sends it
     * @param use makes of the bytes what is wanted of them, and keeps none
     * @throws io.giza.gateway.s3.error.S3Exception SlowDown if too much is held already, or what is
     *     wrong with the body
     */
    public <T> T read(VerifiedBody body, String account, Function<byte[], T> use)
            throws IOException {
        try (ByteBudget.Reservation held = budget.openReservation(account)) {
            return use.apply(readAll(body, held));
        }
    }

    private static byte[] readAll(VerifiedBody body, ByteBudget.Reservation held)
            throws IOException {
        int length = Math.toIntExact(body.length());
        byte[] content = new byte[0];
        int at = 0;
        while (at < length) {
            if (at == content.length) {
                content = grown(content, length, held);
            }
            at += body.read(content, at, content.length - at);
        }
        body.digest(content, 0, length);
        body.finish();
        return content;
    }

    /** A large document is copied a few times, so that a small part of one stays small. */
    private static byte[] grown(byte[] content, int length, ByteBudget.Reservation held) {
        int wanted =
                content.length == 0
                        ? FIRST_BYTES
                        : Math.max(STEP_BYTES, content.length + content.length / 2);
        int next = Math.min(length, wanted);
        // What is copied from is garbage at once.
        held.take(next - content.length);
        return Arrays.copyOf(content, next);
    }
}
