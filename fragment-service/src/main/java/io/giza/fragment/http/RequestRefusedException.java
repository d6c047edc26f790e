package io.giza.fragment.http;

import static org.apache.hc.core5.http.HttpStatus.SC_CONFLICT;
import static org.apache.hc.core5.http.HttpStatus.SC_UNSUPPORTED_MEDIA_TYPE;

import io.giza.http.server.Exchange;
import io.giza.wire.FragmentRoutes;
import io.giza.wire.MessageFormat;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Optional;

/** A request cannot be served, and why. */
final class RequestRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String state;

    RequestRefusedException(int status, String message) {
        this(status, "", message);
    }

    private RequestRefusedException(int status, String state, String message) {
        super(message);
        this.status = status;
        this.state = state;
    }

    /** Returns the refusal of what bears the stamp of an epoch that ended. */
    static RequestRefusedException stale() {
        return new RequestRefusedException(
                SC_CONFLICT,
                FragmentRoutes.STALE_EPOCH,
                "it is of an epoch that ended: this store took the place of a lost one");
    }

    /** Returns the refusal of what a store cannot do before it is rebuilt. */
    static RequestRefusedException notReady() {
        return new RequestRefusedException(
                FragmentRoutes.NOT_READY,
                FragmentRoutes.FORGOTTEN,
                "this store took the place of a lost one and is not rebuilt");
    }

    /** Refuses a body that is none of a message, by the content type that its sender declares. */
    static void requireMessage(@Nullable String contentType) {
        Optional<String> refusal = MessageFormat.refusalOf(contentType);
        if (refusal.isPresent()) {
            throw new RequestRefusedException(SC_UNSUPPORTED_MEDIA_TYPE, refusal.get());
        }
    }

    /** Tells the client. */
    void answer(Exchange exchange) throws IOException {
        if (!state.isEmpty()) {
            exchange.with(FragmentRoutes.STATE_HEADER, state);
        }
        exchange.answer(status, String.valueOf(getMessage()));
    }
}
