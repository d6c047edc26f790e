package io.giza.simulation.cluster;

import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService.Target;

/** Retries as SDKs send them: the same invocation, with a higher attempt number. */
public final class ClientRetry {
    private ClientRetry() {}

    /** Returns a retry of an operation. */
    public static ClientOperation of(ClientOperation first) {
        return new ClientOperation(first.id(), true, first.sentAt());
    }

    /** Returns the target of a retry. */
    public static Target of(Target first) {
        return new Target(first.account(), first.bucket(), first.key(), of(first.operation()));
    }
}
