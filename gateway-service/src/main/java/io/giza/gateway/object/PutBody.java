package io.giza.gateway.object;

import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.PutRequest;

/** The body of a put. */
sealed interface PutBody {
    /** It is stored as it arrives. */
    record Streamed(ObjectBody body) implements PutBody {}

    /** It is stored in its record, or not at all. */
    record Small(SmallBody body) implements PutBody {}

    /** Returns the body of a put. */
    static PutBody of(PutRequest request, ObjectBody body) {
        if (request.storesNothing()) {
            return new Small(request.isCopy() ? SmallBody.unread() : SmallBody.digested(body));
        }
        return request.target().account().inlines(body.length())
                ? new Small(SmallBody.held(body))
                : new Streamed(body);
    }
}
