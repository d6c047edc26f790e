package io.giza.gateway.s3.connection;

/** The connection of the client that a thread of the container serves. */
public interface ClientConnection {
    /** A connection that only the container can end. */
    ClientConnection UNKNOWN =
            new ClientConnection() {
                @Override
                public void endInput() {}

                @Override
                public void endOutput() {}

                @Override
                public void widen() {}
            };

    /** Has whoever reads from it, in any thread, find its end; it can still be written to. */
    void endInput();

    /** Has whoever writes to it, in any thread, fail. */
    void endOutput();

    /** Makes its buffers large, if there is memory for that; by the thread that serves it. */
    void widen();
}
