package io.giza.http.server;

import java.net.InetAddress;

/** Decides who may connect; for any number of threads. */
public interface ConnectionGate {
    /** Lets everybody in. */
    ConnectionGate OPEN =
            new ConnectionGate() {
                @Override
                public boolean enter(InetAddress address, int free) {
                    return true;
                }

                @Override
                public void leave(InetAddress address) {}
            };

    /**
     * Takes note of one more connection, or refuses it.
     *
     * @param free how many connections nobody has
     */
    boolean enter(InetAddress address, int free);

    /** Takes note that a connection that was let in has ended. */
    void leave(InetAddress address);
}
