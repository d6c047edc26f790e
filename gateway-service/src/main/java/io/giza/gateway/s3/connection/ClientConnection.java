package io.giza.gateway.s3.connection;

import io.giza.http.server.Exchange;

/** The connection of a client that is served. */
public interface ClientConnection {
    /** Returns that of an exchange. */
    static ClientConnection of(Exchange exchange) {
        return new ClientConnection() {
            @Override
            public void endInput() {
                exchange.endInput();
            }

            @Override
            public void endOutput() {
                exchange.endOutput();
            }
        };
    }

    /** Has whoever reads from it, in any thread, find its end; it can still be written to. */
    void endInput();

    /** Has whoever writes to it, in any thread, fail. */
    void endOutput();
}
