package io.giza.replica;

import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.replica.Suspicion.Call;

import java.time.Instant;

/** A replica of which it is noted when it fails, keeps silent and answers, whoever listens. */
public final class WatchedMetadataReplica implements MetadataReplica {
    /** Of no bucket: its name is too short for one. Any table answers that it has no such row. */
    private static final Range NOTHING =
            new Range(ObjectKey.ofBucketRecord("-"), 1, 1, Range.Kept.OLDEST);

    private final MetadataReplica replica;
    private final Suspicion suspicion;

    /**
     * Watches a replica.
     *
     * @param suspicion who does not answer; of metadata alone, since a data center's fragments may
     *     answer while its metadata does not
     */
    public WatchedMetadataReplica(MetadataReplica replica, Suspicion suspicion) {
        this.replica = replica;
        this.suspicion = suspicion;
        suspicion.watch(replica.dc(), () -> replica.history(NOTHING));
    }

    @Override
    public DcName dc() {
        return replica.dc();
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        return noting(() -> replica.send(message));
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        return noting(() -> replica.scan(scan));
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        return noting(() -> replica.order(order));
    }

    @Override
    public Instant clock() throws ReplicaException {
        return noting(replica::clock);
    }

    @Override
    public History history(Range range) throws ReplicaException {
        return noting(() -> replica.history(range));
    }

    private <T> T noting(Call<T> call) throws ReplicaException {
        suspicion.admit(dc());
        return suspicion.answering(dc(), call);
    }
}
