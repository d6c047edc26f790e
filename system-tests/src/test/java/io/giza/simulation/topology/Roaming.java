package io.giza.simulation.topology;

import io.giza.concurrent.Inbox;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.UploadService;
import io.giza.simulation.cluster.GatewayServices;
import io.giza.simulation.cluster.InterruptedBody;
import io.giza.simulation.cluster.TextBody;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * How a client sends some attempts to other gateways than its own.
 *
 * @param others gateways that do not crash
 * @param impatience how long a client waits for an attempt that it gives up, at most
 */
record Roaming(EpochGateway own, List<EpochGateway> others, Duration impatience)
        implements GatewayServices {
    private static final int ROAMS_ONE_IN = 3;

    /** More than any attempt takes. */
    private static final Duration TO_THE_END = Duration.ofMinutes(10);

    @Override
    public ObjectService objects() {
        return new RoamingObjects(this);
    }

    @Override
    public UploadService uploads() {
        return new RoamingUploads(this);
    }

    /** Returns where the next attempt goes to, if not to the client's own gateway. */
    Optional<EpochGateway> other() {
        return others.isEmpty() || chance().nextInt(ROAMS_ONE_IN) > 0
                ? Optional.empty()
                : Optional.of(others.get(chance().nextInt(others.size())));
    }

    /** Waits for an attempt to its end. */
    <T> Optional<T> ask(EpochGateway other, Function<EpochGateway, T> request) {
        return ask(other, request, TO_THE_END);
    }

    /** Does not wait for an attempt to its end, which then goes on while the client retries. */
    <T> Optional<T> askImpatiently(EpochGateway other, Function<EpochGateway, T> request) {
        return ask(other, request, upTo(impatience));
    }

    private <T> Optional<T> ask(
            EpochGateway other, Function<EpochGateway, T> request, Duration patience) {
        Inbox<T> answers = own.surroundings().tasks().inbox(1);
        other.surroundings().tasks().fork("remote client", () -> answers.put(request.apply(other)));
        return answers.take(own.surroundings().time().after(patience));
    }

    /** The first byte comes late. */
    ObjectBody slow(TextBody body, EpochGateway at) {
        return new InterruptedBody(
                body, () -> at.surroundings().time().sleep(upTo(impatience.multipliedBy(2))));
    }

    private RandomGenerator chance() {
        return own.surroundings().random();
    }

    private Duration upTo(Duration most) {
        return Duration.ofNanos(1 + chance().nextLong(most.toNanos()));
    }
}
