package io.giza.simulation.topology;

import io.giza.concurrent.Inbox;
import io.giza.gateway.service.ForwardingObjects;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.PutRequest;
import io.giza.simulation.cluster.InterruptedBody;
import io.giza.simulation.cluster.TextBody;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * A client that sends some attempts to other gateways than its own. It does not wait for a first
 * attempt there, which then goes on while the client retries. It waits for a retry to its end:
 * nothing is promised of two retries at once.
 */
final class RoamingObjects extends ForwardingObjects {
    private static final int ROAMS_ONE_IN = 3;

    /** More than any attempt takes. */
    private static final Duration TO_THE_END = Duration.ofMinutes(10);

    private final EpochGateway own;
    private final List<EpochGateway> others;
    private final Duration impatience;

    /**
     * Sends attempts.
     *
     * @param others gateways that do not crash
     * @param impatience how long a client waits for a first attempt, at most
     */
    RoamingObjects(EpochGateway own, List<EpochGateway> others, Duration impatience) {
        super(own.objects());
        this.own = own;
        this.others = others;
        this.impatience = impatience;
    }

    @Override
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        if (!roams()) {
            return super.put(request, body);
        }
        EpochGateway other = other();
        boolean isRetry = request.target().operation().isRetry();
        ObjectBody sent = isRetry ? body : slow((TextBody) body, other);
        return ask(other, isRetry, objects -> put(objects, request, sent))
                .orElseGet(() -> new Failure.OutcomeUnknown("the client gave up"));
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        if (!roams()) {
            return super.delete(request);
        }
        boolean isRetry = request.target().operation().isRetry();
        return ask(other(), isRetry, objects -> objects.delete(request))
                .orElseGet(() -> new Failure.OutcomeUnknown("the client gave up"));
    }

    private static PutResult put(ObjectService objects, PutRequest request, ObjectBody body) {
        try {
            return objects.put(request, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first byte of a first attempt comes late. */
    private ObjectBody slow(TextBody body, EpochGateway at) {
        return new InterruptedBody(
                body, () -> at.surroundings().time().sleep(upTo(impatience.multipliedBy(2))));
    }

    private boolean roams() {
        return !others.isEmpty() && chance().nextInt(ROAMS_ONE_IN) == 0;
    }

    private EpochGateway other() {
        return others.get(chance().nextInt(others.size()));
    }

    private <T> Optional<T> ask(
            EpochGateway other, boolean isRetry, Function<ObjectService, T> request) {
        Inbox<T> answers = own.surroundings().tasks().inbox(1);
        other.surroundings()
                .tasks()
                .fork("remote client", () -> answers.put(request.apply(other.objects())));
        Duration patience = isRetry ? TO_THE_END : upTo(impatience);
        return answers.take(own.surroundings().time().after(patience));
    }

    private RandomGenerator chance() {
        return own.surroundings().random();
    }

    private Duration upTo(Duration most) {
        return Duration.ofNanos(1 + chance().nextLong(most.toNanos()));
    }
}
