package io.giza.http.server;

import io.giza.membership.Membership;
import io.giza.membership.Seat;
import io.giza.record.FormatException;
import io.giza.wire.StoreHeaders;

import java.io.IOException;
import java.util.Optional;

/**
 * Lets only requests pass to a store that mean it, and says with each answer which store it comes
 * from. Others are answered 421 and change nothing. Requests that name no store pass: those of
 * people, and of health checks.
 */
public final class SeatGate implements RequestHandler {
    private static final int BAD_REQUEST = 400;

    private final Store store;
    private final RequestHandler next;

    /** What the gate asks the store. */
    @FunctionalInterface
    public interface Store {
        /** Returns what the store knows of the topology now. */
        Membership membership() throws IOException;
    }

    /** Guards a store. */
    public SeatGate(Store store, RequestHandler next) {
        this.store = store;
        this.next = next;
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        Membership membership = store.membership();
        StoreHeaders.encode(membership)
                .ifPresent(sender -> exchange.with(StoreHeaders.STORE, sender));
        String header = exchange.header(StoreHeaders.SEAT);
        if (header == null) {
            next.handle(exchange);
            return;
        }
        Seat expected;
        try {
            expected = StoreHeaders.decodeSeat(header);
        } catch (FormatException e) {
            exchange.answer(BAD_REQUEST, String.valueOf(e.getMessage()));
            return;
        }
        Optional<String> mismatch = membership.mismatchWith(expected);
        if (mismatch.isPresent()) {
            exchange.answer(StoreHeaders.MISDIRECTED, mismatch.get());
            return;
        }
        next.handle(exchange);
    }
}
