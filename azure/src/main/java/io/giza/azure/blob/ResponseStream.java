package io.giza.azure.blob;

import com.azure.core.http.HttpResponse;

import io.giza.azure.AzureException;
import io.giza.azure.AzureFailure;

import java.io.FilterInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The body of an answer; closing it before its end gives the rest up. A read that waits for longer
 * than the limit fails. The SDK would watch that too, but by handing each piece of 8 KiB to another
 * thread, which costs more than all the rest; here the stream is looked at now and then.
 */
final class ResponseStream extends FilterInputStream {
    private static final long NOT_WAITING = 0;

    private final HttpResponse response;
    private final String location;
    private final Duration limit;
    private volatile long waitingSince = NOT_WAITING;
    private volatile boolean closed;
    private volatile boolean stalled;

    private ResponseStream(HttpResponse response, String location, Duration limit) {
        super(response.getBodyAsInputStreamSync());
        this.response = response;
        this.location = location;
        this.limit = limit;
    }

    /**
     * Opens the body of an answer.
     *
     * @param location what is read, for messages
     * @param limit how long its bytes may be waited for at a time
     */
    static ResponseStream open(HttpResponse response, String location, Duration limit) {
        ResponseStream stream = new ResponseStream(response, location, limit);
        stream.scheduleStallCheck(limit.toNanos());
        return stream;
    }

    private void scheduleStallCheck(long nanos) {
        CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(this::checkStalled);
    }

    private void checkStalled() {
        if (closed) {
            return;
        }
        long since = waitingSince;
        long waited = since == NOT_WAITING ? 0 : System.nanoTime() - since;
        if (waited < limit.toNanos()) {
            scheduleStallCheck(limit.toNanos() - waited);
            return;
        }
        stalled = true;
        response.close();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        // Zero means something else; a nanosecond does not matter.
        waitingSince = System.nanoTime() | 1;
        try {
            int count = super.read(target, offset, length);
            if (count < 0 && stalled) {
                throw stalledException();
            }
            return count;
        } catch (IOException | RuntimeException e) {
            throw stalled ? stalledException() : AzureException.of(location, e);
        } finally {
            waitingSince = NOT_WAITING;
        }
    }

    private AzureException stalledException() {
        return new AzureException(
                location, new AzureFailure.TimedOut("no bytes came within " + limit));
    }

    @Override
    public void close() throws IOException {
        closed = true;
        try {
            super.close();
        } finally {
            response.close();
        }
    }
}
