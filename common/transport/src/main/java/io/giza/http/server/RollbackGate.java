package io.giza.http.server;

import io.giza.wire.FragmentRoutes;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/**
 * Lets nothing pass to a fragment store that its guard does not let through. What is not there is
 * neither absent nor found then: it is forgotten, until others said that it is not.
 */
public final class RollbackGate implements RequestHandler {
    private static final String REASON =
            "it waits for others to say how far they know it to have come";

    private final BooleanSupplier guard;
    private final RequestHandler next;

    /**
     * Asks a guard.
     *
     * @param guard whether it lets requests through now
     */
    public RollbackGate(BooleanSupplier guard, RequestHandler next) {
        this.guard = guard;
        this.next = next;
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        if (guard.getAsBoolean()) {
            next.handle(exchange);
            return;
        }
        exchange.with(FragmentRoutes.STATE_HEADER, FragmentRoutes.FORGOTTEN)
                .answer(FragmentRoutes.NOT_READY, REASON);
    }
}
