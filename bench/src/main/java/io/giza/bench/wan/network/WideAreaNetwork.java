package io.giza.bench.wan.network;

import io.giza.standalone.plan.LatencyMatrix;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** All links between data centers, and the relays through which their services are reached. */
public final class WideAreaNetwork implements AutoCloseable {
    private final TcpModel tcp;
    private final Link[][] links;
    private final List<Relay> relays = new ArrayList<>();

    /**
     * What has crossed links so far.
     *
     * @param bytes in both directions, those of HTTP included
     * @param connections that were opened
     */
    public record Traffic(long bytes, long connections) {}

    /**
     * A network whose links are all alike but for their length.
     *
     * @param bytesPerSecond of each direction of each link
     */
    public WideAreaNetwork(LatencyMatrix matrix, long bytesPerSecond, TcpModel tcp) {
        this.tcp = tcp;
        int count = matrix.places().size();
        links = new Link[count][count];
        for (int from = 0; from < count; from++) {
            for (int to = 0; to < count; to++) {
                links[from][to] =
                        new Link(
                                new LinkConditions(
                                        matrix.roundTrip(from, to).dividedBy(2),
                                        bytesPerSecond,
                                        0));
            }
        }
    }

    /**
     * Returns where those of one data center reach a service of another.
     *
     * @param from counted from 0, as {@code to} is
     * @param service where it listens on this machine
     */
    public URI route(int from, int to, URI service) throws IOException {
        if (from == to) {
            return service;
        }
        return relay(
                        from,
                        to,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        new InetSocketAddress(service.getHost(), service.getPort()))
                .endpoint();
    }

    /**
     * Has those of one data center reach a service of another at an address that they name.
     *
     * @param from counted from 0, as {@code to} is, which is another
     * @param listening where the relay takes connections
     * @param service where the service listens
     */
    public void open(int from, int to, InetSocketAddress listening, InetSocketAddress service)
            throws IOException {
        relay(from, to, listening, service);
    }

    private synchronized Relay relay(
            int from, int to, InetSocketAddress listening, InetSocketAddress service)
            throws IOException {
        Relay relay = new Relay(listening, service, links[from][to], links[to][from], tcp);
        relays.add(relay);
        return relay;
    }

    /** Has all bytes from and to a data center wait on their way. */
    public void cut(int dc) {
        each(dc).forEach(Link::cut);
    }

    /** Lets bytes from and to a data center through again, under the conditions of before. */
    public void heal(int dc) {
        each(dc).forEach(Link::heal);
    }

    /** Changes what the links from and to a data center are like. */
    public void change(int dc, UnaryOperator<LinkConditions> how) {
        each(dc).forEach(link -> link.change(how.apply(link.conditions())));
    }

    /** Returns what has crossed so far. */
    public synchronized Traffic traffic() {
        long bytes = 0;
        for (Link[] row : links) {
            for (Link link : row) {
                bytes += link.bytes();
            }
        }
        return new Traffic(bytes, relays.stream().mapToLong(Relay::connections).sum());
    }

    private List<Link> each(int dc) {
        List<Link> all = new ArrayList<>();
        for (int other = 0; other < links.length; other++) {
            if (other != dc) {
                all.add(links[dc][other]);
                all.add(links[other][dc]);
            }
        }
        return all;
    }

    @Override
    public synchronized void close() throws IOException {
        for (Link[] row : links) {
            for (Link link : row) {
                link.heal();
            }
        }
        for (Relay relay : relays) {
            relay.close();
        }
    }
}
