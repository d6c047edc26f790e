package io.giza.gateway.s3.form;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.spool.SpoolFile;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The file of a form, received whole: a small one in memory, a larger one in an encrypted file of
 * its own, which is gone as soon as this is closed, or the process ends.
 */
final class FormFile implements AutoCloseable {
    private static final int IN_MEMORY_BYTES = 256 << 10;
    private static final int FIRST_BUFFER_BYTES = 4 << 10;
    private static final int BUFFER_BYTES = 64 << 10;

    /** How far a file that is too large is read on, to tell its size. */
    private static final int MAX_COUNTED_BYTES = 1 << 20;

    /** The disk that a file takes at a time. */
    private static final int STEP_BYTES = 1 << 20;

    private final FormBudget budget;
    private byte[] head = new byte[0];
    private @Nullable SpoolFile rest;
    private long reserved;
    private long length;

    private FormFile(FormBudget budget) {
        this.budget = budget;
    }

    /**
     * Which sizes are allowed, in bytes.
     *
     * @param least the least
     * @param greatest the greatest
     */
    record Sizes(long least, long greatest) {}

    /**
     * Receives a file.
     *
     * @throws S3Exception EntityTooLarge, EntityTooSmall, SlowDown if there is no room, or what
     *     {@link FormParts#readFile} throws
     */
    static FormFile receive(FormParts parts, Sizes sizes, FormBudget budget) throws IOException {
        FormFile file = new FormFile(budget);
        try {
            file.fill(parts, sizes);
            return file;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private void fill(FormParts parts, Sizes sizes) throws IOException {
        byte[] buffer = new byte[FIRST_BUFFER_BYTES];
        budget.memory().take(buffer.length);
        int filled = 0;
        for (int count = parts.readFile(buffer, 0);
                count >= 0;
                count = parts.readFile(buffer, filled)) {
            length += count;
            filled += count;
            if (length > sizes.greatest()) {
                throw tooLarge(parts, buffer, sizes.greatest());
            }
            // Each piece on disk has an overhead, so small pieces are gathered.
            if (filled == buffer.length) {
                append(buffer, filled);
                filled = 0;
                buffer = count == buffer.length ? largest(buffer) : buffer;
            }
        }
        append(buffer, filled);
        if (length < sizes.least()) {
            throw new S3Exception(
                            S3Error.ENTITY_TOO_SMALL,
                            "Your proposed upload is smaller than the minimum allowed size")
                    .with("ProposedSize", Long.toString(length))
                    .with("MinSizeAllowed", Long.toString(sizes.least()));
        }
    }

    /** A client that sends much at a time gets the largest buffer. */
    private byte[] largest(byte[] buffer) {
        if (buffer.length == BUFFER_BYTES) {
            return buffer;
        }
        budget.memory().take(BUFFER_BYTES - buffer.length);
        return new byte[BUFFER_BYTES];
    }

    /** Its size is told where it ends soon; what goes on is not received only to be counted. */
    private S3Exception tooLarge(FormParts parts, byte[] buffer, long greatest) throws IOException {
        S3Exception refusal = new S3Exception(S3Error.ENTITY_TOO_LARGE);
        long stop = length + MAX_COUNTED_BYTES;
        int count = parts.readFile(buffer, 0);
        while (count >= 0 && length <= stop) {
            length += count;
            count = parts.readFile(buffer, 0);
        }
        if (count < 0) {
            refusal = refusal.with("ProposedSize", Long.toString(length));
        }
        return refusal.with("MaxSizeAllowed", Long.toString(greatest));
    }

    private void append(byte[] buffer, int count) {
        if (rest == null && length <= IN_MEMORY_BYTES) {
            budget.memory().take(count);
            int at = head.length;
            head = Arrays.copyOf(head, at + count);
            System.arraycopy(buffer, 0, head, at, count);
            return;
        }
        while (reserved < length) {
            budget.disk().take(STEP_BYTES);
            reserved += STEP_BYTES;
        }
        if (rest == null) {
            rest = budget.files().create();
            rest.append(ByteBuffer.wrap(head));
            budget.memory().giveBack(head.length);
            head = new byte[0];
        }
        rest.append(ByteBuffer.wrap(buffer, 0, count));
    }

    /** Returns the length in bytes. */
    long length() {
        return length;
    }

    /** Returns the content, to be read once. */
    InputStream content() {
        return rest == null ? new ByteArrayInputStream(head) : new Content(rest);
    }

    /** The content of a file on disk. */
    private static final class Content extends InputStream {
        private final SpoolFile file;

        Content(SpoolFile file) {
            this.file = file;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (length == 0) {
                return 0;
            }
            return file.unread() == 0 ? -1 : file.read(target, offset, length);
        }
    }

    @Override
    public void close() {
        if (rest != null) {
            rest.close();
        }
    }
}
