package io.giza.http;

import io.giza.model.DcName;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.wire.FragmentRoutes;

import org.eclipse.jetty.client.AsyncRequestContent;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.util.Callback;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A PUT whose body is written piece by piece. The body is chunked, so that the service does not
 * take it for complete before {@link #complete} ends it; its length travels in a header.
 */
final class HttpFragmentUpload implements FragmentUpload {
    private static final int CREATED = 201;
    private static final int CONFLICT = 409;

    /**
     * What is offered to the socket at a time: each time it takes only a part, the JDK has copied
     * all of what it was offered for nothing.
     */
    private static final int PIECE_BYTES = 128 << 10;

    private static final int MAX_ANSWER_BYTES = 8192;

    private final DcName dc;
    private final Request request;
    private final ServiceClient.Timeouts timeouts;
    private final KnownStores stores;
    private final AsyncRequestContent content = new AsyncRequestContent();
    private final CompletableFuture<ContentResponse> response;
    private long left;
    private boolean completed;

    private HttpFragmentUpload(
            DcName dc,
            Request request,
            long length,
            ServiceClient.Timeouts timeouts,
            KnownStores stores) {
        this.dc = dc;
        this.request = request;
        this.timeouts = timeouts;
        this.stores = stores;
        left = length;
        request.idleTimeout(timeouts.idle().toMillis(), TimeUnit.MILLISECONDS)
                .headers(h -> h.put(FragmentRoutes.LENGTH_HEADER, length))
                .body(content);
        response = new CompletableResponseListener(request, MAX_ANSWER_BYTES).send();
    }

    static HttpFragmentUpload begin(
            DcName dc,
            Request request,
            long length,
            ServiceClient.Timeouts timeouts,
            KnownStores stores) {
        return new HttpFragmentUpload(dc, request, length, timeouts, stores);
    }

    @Override
    public void write(ByteBuffer chunk) throws ReplicaException {
        if (chunk.remaining() > left) {
            throw new IllegalStateException(
                    chunk.remaining() + " bytes written where " + left + " were announced");
        }
        if (!chunk.hasRemaining()) {
            return;
        }
        left -= chunk.remaining();
        while (chunk.remaining() > PIECE_BYTES) {
            // Should one fail, so do all after it.
            content.write(chunk.slice(chunk.position(), PIECE_BYTES), Callback.NOOP);
            chunk.position(chunk.position() + PIECE_BYTES);
        }
        CompletableFuture<Void> taken = new CompletableFuture<>();
        content.write(
                chunk.slice(),
                Callback.from(() -> taken.complete(null), taken::completeExceptionally));
        await(taken, timeouts.stall());
        chunk.position(chunk.limit());
    }

    @Override
    public Outcome complete() throws ReplicaException {
        if (left != 0) {
            throw new IllegalStateException(left + " of the announced bytes were not written");
        }
        content.close();
        ContentResponse answer = await(response, timeouts.answer());
        completed = true;
        if (answer.getStatus() == CREATED) {
            stores.requireExpectedStore(dc, answer);
            return Outcome.STORED;
        }
        if (answer.getStatus() == CONFLICT
                && HttpFragmentStore.hasState(answer, FragmentRoutes.EXISTS)) {
            stores.requireExpectedStore(dc, answer);
            return Outcome.ALREADY_THERE;
        }
        throw statusFailure(answer);
    }

    private ReplicaException statusFailure(ContentResponse answer) {
        return answer.getStatus() == FragmentRoutes.NOT_READY
                ? HttpFragmentStore.notReady(dc, answer, answer.getContentAsString())
                : ServiceClient.statusFailure(dc, answer);
    }

    @Override
    public void close() {
        if (!completed) {
            ServiceClient.abort(request, new CancellationException("the upload was given up"));
        }
    }

    private <T> T await(Future<T> future, Duration timeout) throws ReplicaException {
        try {
            return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // An early answer says more than the broken stream that it left behind.
            if (response.isDone() && !response.isCompletedExceptionally()) {
                throw statusFailure(response.join());
            }
            throw ServiceClient.failure(dc, e);
        } catch (InterruptedException e) {
            throw ServiceClient.interrupted(dc, e);
        }
    }
}
