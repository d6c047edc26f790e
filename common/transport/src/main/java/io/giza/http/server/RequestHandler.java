package io.giza.http.server;

import java.io.IOException;

/** Serves requests, many at a time. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * Answers a request. One that is not answered gets 500.
     *
     * @throws IOException if the answer cannot be sent, which ends the connection
     */
    void handle(Exchange exchange) throws IOException;
}
