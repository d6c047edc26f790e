package io.giza.replica;

import io.giza.concurrent.Time;
import io.giza.model.DcName;

import java.time.Duration;
import java.time.Instant;

/** Puts a wide-area network's latency between two data centers: half before, half after a call. */
public final class DelayedMetadataReplica implements MetadataReplica {
    private final MetadataReplica replica;
    private final Time time;
    private final Duration oneWay;

    /**
     * Delays the calls to a replica.
     *
     * @param oneWay the latency in each direction
     */
    public DelayedMetadataReplica(MetadataReplica replica, Time time, Duration oneWay) {
        this.replica = replica;
        this.time = time;
        this.oneWay = oneWay;
    }

    @Override
    public DcName dc() {
        return replica.dc();
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        time.sleep(oneWay);
        Answer answer = replica.send(message);
        time.sleep(oneWay);
        return answer;
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        time.sleep(oneWay);
        TableReport report = replica.order(order);
        time.sleep(oneWay);
        return report;
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        time.sleep(oneWay);
        RowPage page = replica.scan(scan);
        time.sleep(oneWay);
        return page;
    }

    @Override
    public Instant clock() throws ReplicaException {
        time.sleep(oneWay);
        Instant clock = replica.clock();
        time.sleep(oneWay);
        return clock;
    }

    @Override
    public History history(Range range) throws ReplicaException {
        time.sleep(oneWay);
        History history = replica.history(range);
        time.sleep(oneWay);
        return history;
    }
}
