package io.giza.simulation.latency;

import io.giza.concurrent.Time;
import io.giza.http.TracedFragmentStore;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.DelayedFragmentStore;
import io.giza.replica.DelayedMetadataReplica;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A healthy wide-area network in which each pair of data centers is so far apart, and its log. */
final class MessageLog implements Reach {
    private static final MeterRegistry METERS = new SimpleMeterRegistry();
    private static final Duration STEP = Duration.ofSeconds(10);

    private final Time time;
    private final List<Sent> messages = new ArrayList<>();

    /**
     * A request.
     *
     * @param nanos when it was sent
     * @param what the kind of request
     */
    record Sent(long nanos, DcName from, DcName to, String what) {
        boolean crosses() {
            return !from.equals(to);
        }

        boolean isUpload() {
            return what.equals("upload");
        }

        boolean isFragmentRead() {
            return what.equals("fragment");
        }

        /** Tells whether it only spreads what is known; nobody waits for it. */
        boolean isResolution() {
            return what.equals("Commit");
        }
    }

    MessageLog(Time time) {
        this.time = time;
    }

    /** Returns what was sent from {@code from} to {@code to} on the clock, both included. */
    List<Sent> between(long from, long to) {
        return messages.stream()
                .filter(sent -> sent.nanos() - from >= 0 && to - sent.nanos() >= 0)
                .toList();
    }

    /** Returns the shortest way between two data centers. */
    Duration shortest() {
        return STEP;
    }

    /** Returns the way from {@code home} to the {@code count}-th nearest, itself the first. */
    Duration oneWayTo(DcName home, List<DcName> names, int count) {
        return names.stream()
                .map(other -> oneWay(home, other))
                .sorted()
                .skip(count - 1L)
                .findFirst()
                .orElseThrow();
    }

    /** Returns how long a message takes; no two pairs are equally far apart. */
    private static Duration oneWay(DcName from, DcName to) {
        int left = Integer.parseInt(from.value().substring(2));
        int right = Integer.parseInt(to.value().substring(2));
        if (left == right) {
            return Duration.ZERO;
        }
        return STEP.plusSeconds(3L * Math.min(left, right) + 7L * (Math.max(left, right) - 2));
    }

    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        DcName to = replica.dc();
        MetadataReplica far = new DelayedMetadataReplica(replica, time, oneWay(from, to));
        return new MetadataReplica() {
            @Override
            public DcName dc() {
                return to;
            }

            @Override
            public Answer send(Message message) throws ReplicaException {
                note(from, to, message.request().getClass().getSimpleName());
                return far.send(message);
            }

            @Override
            public TableReport order(TableOrder order) throws ReplicaException {
                note(from, to, "Order");
                return far.order(order);
            }

            @Override
            public RowPage scan(Scan scan) throws ReplicaException {
                note(from, to, "Scan");
                return far.scan(scan);
            }

            @Override
            public History history(Range range) throws ReplicaException {
                note(from, to, "History");
                return far.history(range);
            }
        };
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        DcName to = store.dc();
        FragmentStore delayed = new DelayedFragmentStore(store, time, oneWay(from, to));
        FragmentStore far = new TracedFragmentStore(delayed, from, time, METERS);
        return new FragmentStore() {
            @Override
            public DcName dc() {
                return to;
            }

            @Override
            public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
                note(from, to, "upload");
                return far.create(id, length);
            }

            @Override
            public FragmentRead read(FragmentId id, long offset, long length)
                    throws ReplicaException {
                note(from, to, "fragment");
                return far.read(id, offset, length);
            }

            @Override
            public void delete(FragmentId id) throws ReplicaException {
                note(from, to, "delete");
                far.delete(id);
            }
        };
    }

    private void note(DcName from, DcName to, String what) {
        messages.add(new Sent(time.nanos(), from, to, what));
    }
}
