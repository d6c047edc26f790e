package io.giza.simulation.cluster;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.model.OpId;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Retries as SDKs send them: the same invocation, with a higher attempt number. */
public final class ClientRetry {
    private ClientRetry() {}

    /**
     * Returns the first attempt of an operation, signed now in whole seconds.
     *
     * @param ahead how far the client's clock is ahead of that of {@code surroundings}
     */
    public static ClientOperation first(Surroundings surroundings, Duration ahead) {
        return new ClientOperation(
                OpId.random(surroundings.random()),
                false,
                surroundings.time().instant().plus(ahead).truncatedTo(ChronoUnit.SECONDS));
    }

    /** Returns a retry of an operation. */
    public static ClientOperation of(ClientOperation first) {
        return new ClientOperation(first.id(), true, first.sentAt());
    }

    /** Returns the target of a retry. */
    public static Target of(Target first) {
        return new Target(first.account(), first.bucket(), first.key(), of(first.operation()));
    }
}
