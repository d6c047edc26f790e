package io.giza.http;

import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.micrometer.core.instrument.MeterRegistry;

import java.time.Instant;

/**
 * Counts and times the calls to a metadata replica: {@code
 * giza.hop.requests{service=metadata,op,hop=local|cross,outcome}} and {@code
 * giza.hop.latency{service=metadata,op,dc}}.
 */
public final class TracedMetadataReplica implements MetadataReplica {
    private final MetadataReplica replica;
    private final HopMeter meter;

    /**
     * Watches a replica.
     *
     * @param home the data center of the caller
     */
    public TracedMetadataReplica(
            MetadataReplica replica, DcName home, Time time, MeterRegistry meters) {
        this.replica = replica;
        this.meter = HopMeter.ofMetadata(meters, time, home, replica.dc());
    }

    @Override
    public DcName dc() {
        return replica.dc();
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        return noted(opOf(message.request()), () -> replica.send(message));
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        return noted("scan", () -> replica.scan(scan));
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        return noted(opOf(order), () -> replica.order(order));
    }

    @Override
    public Instant clock() throws ReplicaException {
        return noted("clock", replica::clock);
    }

    @Override
    public History history(Range range) throws ReplicaException {
        return noted("history", () -> replica.history(range));
    }

    private <T> T noted(String op, ScopedValue.CallableOp<T, ReplicaException> call)
            throws ReplicaException {
        Hop hop = meter.begin(op);
        String outcome = "broken";
        try {
            T result = hop.call(call);
            outcome = "ok";
            return result;
        } catch (ReplicaException e) {
            outcome = HopMeter.outcomeOf(e);
            throw e;
        } finally {
            hop.end(outcome);
        }
    }

    private static String opOf(Request request) {
        return switch (request) {
            case Request.Read _ -> "read";
            case Request.PreAccept _ -> "pre-accept";
            case Request.Prepare _ -> "prepare";
            case Request.Accept _ -> "accept";
            case Request.Commit _ -> "commit";
            case Request.Remove _ -> "remove";
            case Request.Truncate _ -> "truncate";
            case Request.Seed _ -> "seed";
        };
    }

    private static String opOf(TableOrder order) {
        return switch (order) {
            case TableOrder.Raise _ -> "raise";
            case TableOrder.Join _ -> "join";
            case TableOrder.Seat _ -> "seat";
            case TableOrder.Note _ -> "note";
            case TableOrder.Activate _ -> "activate";
            case TableOrder.Keys _ -> "keys";
        };
    }
}
