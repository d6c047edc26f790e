package io.giza.http;

import io.giza.model.DcName;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.wire.FragmentRoutes;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * A PUT whose body is written piece by piece. The body is chunked, so that the service does not
 * take it for complete before {@link #complete} ends it; its length travels in a header.
 */
final class HttpFragmentUpload implements FragmentUpload {
    private static final int CREATED = 201;
    private static final int CONFLICT = 409;
    private static final int MAX_ANSWER_BYTES = 8192;

    /** How long an answer may take of which the beginning may be there already. */
    private static final Duration EARLY_ANSWER = Duration.ofMillis(100);

    private final DcName dc;
    private final ServiceCall call;
    private final ServiceClient.Timeouts timeouts;
    private final KnownStores stores;
    private long left;

    private HttpFragmentUpload(
            DcName dc,
            ServiceCall call,
            long length,
            ServiceClient.Timeouts timeouts,
            KnownStores stores) {
        this.dc = dc;
        this.call = call;
        this.timeouts = timeouts;
        this.stores = stores;
        left = length;
    }

    static HttpFragmentUpload begin(
            DcName dc,
            ServiceCall call,
            long length,
            ServiceClient.Timeouts timeouts,
            KnownStores stores)
            throws ReplicaException {
        try {
            call.with(FragmentRoutes.LENGTH_HEADER, Long.toString(length))
                    .sendHead(timeouts.answer());
            return new HttpFragmentUpload(dc, call, length, timeouts, stores);
        } catch (IOException | TimeoutException | RuntimeException e) {
            call.close();
            throw ServiceClient.failure(dc, e);
        } catch (InterruptedException e) {
            call.close();
            throw ServiceClient.interrupted(dc, e);
        }
    }

    @Override
    public void write(ByteBuffer chunk) throws ReplicaException {
        if (chunk.remaining() > left) {
            throw new IllegalStateException(
                    chunk.remaining() + " bytes written where " + left + " were announced");
        }
        left -= chunk.remaining();
        try {
            if (call.isAnsweredEarly()) {
                throw earlyAnswer(timeouts.answer());
            }
            call.sendChunk(chunk, timeouts.stall());
        } catch (IOException e) {
            throw failure(e);
        }
    }

    @Override
    public Completion complete() throws ReplicaException {
        if (left != 0) {
            throw new IllegalStateException(left + " of the announced bytes were not written");
        }
        try {
            call.sendLastChunk(timeouts.stall());
        } catch (IOException e) {
            throw failure(e);
        }
        try {
            call.receive(timeouts.answer());
            byte[] body = call.body(MAX_ANSWER_BYTES, timeouts.stall());
            if (call.status() == CREATED) {
                stores.requireExpectedStore(dc, call);
                return completion(Outcome.STORED);
            }
            if (call.status() == CONFLICT
                    && HttpFragmentStore.hasState(call, FragmentRoutes.EXISTS)) {
                stores.requireExpectedStore(dc, call);
                return completion(Outcome.ALREADY_THERE);
            }
            throw statusFailure(body);
        } catch (IOException e) {
            throw ServiceClient.failure(dc, e);
        }
    }

    private Completion completion(Outcome outcome) {
        return new Completion(outcome, time(call.header(FragmentRoutes.TIME_HEADER)));
    }

    private static Optional<Instant> time(@Nullable String header) {
        try {
            return Optional.ofNullable(header).map(Instant::parse);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** An early answer says more than the broken stream that it left behind. */
    private ReplicaException failure(IOException broken) {
        try {
            return earlyAnswer(EARLY_ANSWER);
        } catch (IOException none) {
            broken.addSuppressed(none);
            return ServiceClient.failure(dc, broken);
        }
    }

    private ReplicaException earlyAnswer(Duration timeout) throws IOException {
        call.receive(timeout);
        return statusFailure(call.body(MAX_ANSWER_BYTES, timeout));
    }

    private ReplicaException statusFailure(byte[] body) {
        return call.status() == FragmentRoutes.NOT_READY
                ? HttpFragmentStore.notReady(dc, call, new String(body, StandardCharsets.UTF_8))
                : ServiceClient.statusFailure(dc, call, body);
    }

    @Override
    public void close() {
        call.close();
    }
}
