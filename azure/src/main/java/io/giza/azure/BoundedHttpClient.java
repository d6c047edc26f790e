package io.giza.azure;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;

import reactor.core.publisher.Mono;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An HTTP client with a bound on how many requests wait for their answer at a time; the JDK's own
 * has none. A body that is read as a stream counts until its answer came, not until it was read:
 * how many of those there are is up to who reads them.
 */
final class BoundedHttpClient implements HttpClient {
    private final HttpClient client;
    private final Semaphore permits;
    private final Duration permitTimeout;

    /** Shares {@code permits} with the other clients of an account. */
    BoundedHttpClient(HttpClient client, Semaphore permits, Duration requestTimeout) {
        this.client = client;
        // A request that had to wait for its place must not begin when its time is over.
        this.permitTimeout = requestTimeout.dividedBy(4);
        this.permits = permits;
    }

    @Override
    public Mono<HttpResponse> send(HttpRequest request) {
        return send(request, Context.NONE);
    }

    /** The SDK subscribes on the thread of its caller, which may wait. */
    @Override
    public Mono<HttpResponse> send(HttpRequest request, Context context) {
        return Mono.defer(
                () -> {
                    AtomicBoolean isReleased = new AtomicBoolean();
                    acquirePermit();
                    return client.send(request, context)
                            .doFinally(
                                    signal -> {
                                        if (isReleased.compareAndSet(false, true)) {
                                            permits.release();
                                        }
                                    });
                });
    }

    @Override
    public HttpResponse sendSync(HttpRequest request, Context context) {
        acquirePermit();
        try {
            return client.sendSync(request, context);
        } finally {
            permits.release();
        }
    }

    private void acquirePermit() {
        try {
            if (permits.tryAcquire(permitTimeout.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting: the process stops", e);
        }
        throw new IllegalStateException(
                new TimeoutException("no place among the requests within " + permitTimeout));
    }
}
