package io.giza.http.server;

import io.giza.http.address.ClientAddresses;

/**
 * How a server admits connections.
 *
 * @param addresses decides which address a client has
 * @param gate decides whether a client may have one more; trusted proxies always may
 * @param meters counts connections
 */
public record ConnectionAdmission(
        ClientAddresses addresses, ConnectionGate gate, ConnectionMeters meters) {
    /** Admits every peer, by its own address. */
    public static final ConnectionAdmission OPEN =
            new ConnectionAdmission(
                    ClientAddresses.OF_PEERS, ConnectionGate.OPEN, ConnectionMeters.NONE);
}
