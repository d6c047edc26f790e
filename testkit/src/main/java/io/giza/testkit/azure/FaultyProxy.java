package io.giza.testkit.azure;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Stands on a port of the loopback before a server that speaks HTTP/1.1, passes on what it is sent
 * and does to some calls what it was told to: refuses them, cuts connections, keeps calls back.
 * Paths and headers stay as they are, so signed requests stay valid.
 */
public final class FaultyProxy implements AutoCloseable {
    private final ServerSocket socket;
    private final int server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<Rule> rules = new ArrayList<>();
    private final List<HttpCall> calls = new ArrayList<>();

    private record Rule(Predicate<HttpCall> filter, Fault fault, boolean isPermanent) {}

    private FaultyProxy(ServerSocket socket, int server) {
        this.socket = socket;
        this.server = server;
    }

    /** Starts a proxy before the server on this port of the loopback. */
    public static FaultyProxy inFrontOf(int serverPort) {
        try {
            ServerSocket socket = new ServerSocket(0, 128, InetAddress.getLoopbackAddress());
            FaultyProxy proxy = new FaultyProxy(socket, serverPort);
            Thread.ofPlatform().daemon().name("faulty-proxy").start(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException("a proxy cannot be started", e);
        }
    }

    /** Returns the port on which it listens. */
    public int port() {
        return socket.getLocalPort();
    }

    /** Does this to the next such call. Rules are looked at in the order in which they came. */
    public void applyToNext(Predicate<HttpCall> filter, Fault fault) {
        add(new Rule(filter, fault, false));
    }

    /** Does this to all such calls until {@link #clearFaults}. */
    public void applyToAll(Predicate<HttpCall> filter, Fault fault) {
        add(new Rule(filter, fault, true));
    }

    private void add(Rule rule) {
        synchronized (rules) {
            rules.add(rule);
        }
    }

    /** Passes on everything from now on. */
    public void clearFaults() {
        synchronized (rules) {
            rules.clear();
        }
    }

    /** Returns whether a fault waits for a call to do it to. */
    public boolean isArmed() {
        synchronized (rules) {
            return !rules.isEmpty();
        }
    }

    /** Returns the calls that arrived, in their order, whatever became of them. */
    public List<HttpCall> calls() {
        synchronized (rules) {
            return List.copyOf(calls);
        }
    }

    /** Notes a call and says what is to be done to it. */
    @Nullable Fault faultOf(HttpCall call) {
        synchronized (rules) {
            calls.add(call);
            for (Iterator<Rule> each = rules.iterator(); each.hasNext(); ) {
                Rule rule = each.next();
                if (rule.filter().test(call)) {
                    if (!rule.isPermanent()) {
                        each.remove();
                    }
                    return rule.fault();
                }
            }
            return null;
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = track(socket.accept());
                Thread.ofPlatform().daemon().name("faulty-proxy-relay").start(() -> serve(client));
            } catch (IOException e) {
                // The proxy was closed, or the client went away at once.
                continue;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            new Relay(this, client).run();
        } catch (IOException e) {
            // Either side went away; the other one learns it from the cut connection.
            return;
        } finally {
            open.remove(client);
        }
    }

    /** Connects to the server. */
    Socket connect() throws IOException {
        return track(new Socket(InetAddress.getLoopbackAddress(), server));
    }

    void untrack(Socket connection) {
        open.remove(connection);
    }

    private Socket track(Socket connection) throws IOException {
        connection.setTcpNoDelay(true);
        open.add(connection);
        return connection;
    }

    /** Cuts all connections and listens no more. */
    @Override
    public void close() {
        try {
            socket.close();
            for (Socket connection : open) {
                connection.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a proxy cannot be closed", e);
        }
    }
}
