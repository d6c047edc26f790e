package io.giza.fragment.http;

import io.giza.wire.FragmentRoutes;
import io.giza.wire.MessageFormat;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

import java.util.Optional;

/** A request cannot be served, and why. */
final class RequestRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final String state;

    RequestRefusedException(HttpStatus status, String message) {
        this(status, "", message);
    }

    private RequestRefusedException(HttpStatus status, String state, String message) {
        super(message);
        this.status = status;
        this.state = state;
    }

    /** Returns the refusal of what bears the stamp of an epoch that ended. */
    static RequestRefusedException stale() {
        return new RequestRefusedException(
                HttpStatus.CONFLICT,
                FragmentRoutes.STALE_EPOCH,
                "it is of an epoch that ended: this store took the place of a lost one");
    }

    /** Returns the refusal of what a store cannot do before it is rebuilt. */
    static RequestRefusedException notReady() {
        return new RequestRefusedException(
                HttpStatus.valueOf(FragmentRoutes.NOT_READY),
                FragmentRoutes.FORGOTTEN,
                "this store took the place of a lost one and is not rebuilt");
    }

    /** Refuses a body that is none of a message, by the content type that its sender declares. */
    static void requireMessage(@Nullable String contentType) {
        Optional<String> refusal = MessageFormat.refusalOf(contentType);
        if (refusal.isPresent()) {
            throw new RequestRefusedException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, refusal.get());
        }
    }

    /** Returns what the client is told. */
    ResponseEntity<String> toResponse() {
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(status);
        if (!state.isEmpty()) {
            answer.header(FragmentRoutes.STATE_HEADER, state);
        }
        return answer.body(getMessage());
    }
}
