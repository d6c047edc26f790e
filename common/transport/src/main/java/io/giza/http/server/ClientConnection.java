package io.giza.http.server;

import io.giza.http.address.ConnectionOrigin;
import io.giza.http.address.MalformedProxyHeaderException;
import io.giza.http.server.ConnectionMeters.Refusal;
import io.giza.http.socket.ByteSocket;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SocketChannel;

import javax.net.ssl.SSLSocket;

/**
 * A connection from its acceptance to its end. It has a virtual thread during requests, and rests
 * without a thread between them.
 */
final class ClientConnection {
    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

    private final ServiceServer server;
    private final SocketChannel channel;
    private final InetAddress peer;
    private final ConnectionLife life;

    /** The address that the gate let in; null before, and for proxies. */
    private @Nullable InetAddress admitted;

    /** Null until the connection is admitted. */
    private @Nullable ServedConnection served;

    ClientConnection(ServiceServer server, SocketChannel channel, InetAddress peer) {
        this.server = server;
        this.channel = channel;
        this.peer = peer;
        this.life = new ConnectionLife(channel, server.limits());
    }

    ConnectionLife life() {
        return life;
    }

    /** Serves requests until the connection ends or comes to rest. */
    void run() {
        boolean rests = false;
        try {
            life.resume();
            ServedConnection known = served;
            if (known == null) {
                known = open();
            }
            if (known != null && known.serve()) {
                life.pause();
                server.resting().add(channel, this::run);
                rests = true;
            }
        } catch (IOException e) {
            LOG.debug("A connection ended", e);
        } finally {
            if (!rests) {
                end();
            }
        }
    }

    /** Admits the client; returns null for a refusal. */
    private @Nullable ServedConnection open() throws IOException {
        channel.socket().setTcpNoDelay(true);
        ConnectionOrigin origin = origin();
        if (!origin.isProxy()) {
            if (!server.admission().gate().enter(origin.address())) {
                server.admission().meters().refused(Refusal.PER_ADDRESS);
                return null;
            }
            admitted = origin.address();
        }
        Tls tls = server.tls();
        SSLSocket secure =
                tls == null
                        ? null
                        : life.within(server.limits().stall(), () -> tls.over(channel.socket()));
        served = new ServedConnection(new ByteSocket(channel, secure), origin, life, server);
        return served;
    }

    private ConnectionOrigin origin() throws IOException {
        try {
            return life.within(
                    server.limits().head(),
                    () ->
                            server.admission()
                                    .addresses()
                                    .origin(peer, channel.socket().getInputStream()));
        } catch (MalformedProxyHeaderException e) {
            server.refusedProxyHeader(peer, e);
            throw e;
        }
    }

    private void end() {
        life.resume();
        life.close();
        if (admitted != null) {
            server.admission().gate().leave(admitted);
        }
        server.ended(this);
    }
}
