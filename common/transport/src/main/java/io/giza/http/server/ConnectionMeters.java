package io.giza.http.server;

/** Counts connections; for any number of threads. */
public interface ConnectionMeters {
    /** Counts nothing. */
    ConnectionMeters NONE =
            new ConnectionMeters() {
                @Override
                public void opened() {}

                @Override
                public void closed() {}

                @Override
                public void refused(Refusal reason) {}
            };

    /** Why a connection was closed before anything was served on it. */
    enum Refusal {
        /** The server has as many as it may. */
        MAX_CONNECTIONS,
        /** The client's address has as many as it may. */
        PER_ADDRESS,
        /** A trusted proxy sent no PROXY header, or a malformed one. */
        PROXY_HEADER
    }

    /** Counts a connection that was accepted. */
    void opened();

    /** Counts the end of one that was accepted. */
    void closed();

    /** Counts one that was closed at once. */
    void refused(Refusal reason);
}
