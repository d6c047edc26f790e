package io.giza.http.server;

import java.net.InetAddress;

/** Decides which clients may connect; for any number of threads. */
public interface ConnectionGate {
    /** Lets every client in. */
    ConnectionGate OPEN =
            new ConnectionGate() {
                @Override
                public boolean enter(InetAddress address) {
                    return true;
                }

                @Override
                public void leave(InetAddress address) {}
            };

    /** Takes note of one more connection, or refuses it. */
    boolean enter(InetAddress address);

    /** Takes note that a connection that was let in has ended. */
    void leave(InetAddress address);
}
