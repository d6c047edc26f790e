package io.giza.http.server;

/**
 * Is told when a request begins, and ceases, to wait for its client: for more of the body, or to
 * take more of the answer. For any thread; reading and writing may overlap.
 */
public interface ClientWait {
    /** Wants to know nothing. */
    ClientWait UNWATCHED =
            new ClientWait() {
                @Override
                public void begin() {}

                @Override
                public void end() {}
            };

    /** The client is waited for from now on. */
    void begin();

    /** It is not any more. */
    void end();
}
