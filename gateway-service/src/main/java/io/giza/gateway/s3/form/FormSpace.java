package io.giza.gateway.s3.form;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The disk that the files of all forms may take together while they are received. A form does not
 * tell how large its file is, and an object's size must be known before its first byte is stored.
 */
public final class FormSpace {
    private final long bytes;
    private final AtomicLong taken = new AtomicLong();

    /** Makes a space of so many bytes. */
    public FormSpace(long bytes) {
        this.bytes = bytes;
    }

    /**
     * Takes room, to be given back by closing.
     *
     * @throws S3Exception ServiceUnavailable if there is not so much left
     */
    Room take(long count) {
        if (taken.addAndGet(count) > bytes) {
            taken.addAndGet(-count);
            throw new S3Exception(S3Error.SERVICE_UNAVAILABLE).withHeader("Retry-After", "1");
        }
        return () -> taken.addAndGet(-count);
    }

    /** Room that was taken. */
    interface Room extends AutoCloseable {
        @Override
        void close();
    }
}
