package io.giza.gateway.bucket;

import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.gateway.bucket.BucketDirectory.Standing;
import io.giza.gateway.object.Cluster;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;

import java.util.Optional;

/** How a life of a bucket goes on that is perhaps being deleted. */
final class DeletionEnd {
    private final Cluster cluster;
    private final BucketDirectory directory;

    /**
     * Wires it.
     *
     * @param directory is told what is found out
     */
    DeletionEnd(Cluster cluster, BucketDirectory directory) {
        this.cluster = cluster;
        this.directory = directory;
    }

    /**
     * Waits for the end of a deletion that is under way, if one is. The gateway that deletes may
     * have died, so a deletion that takes too long is called off.
     */
    Standing await(String name, BucketRecord expected, Deadline deadline) {
        ObjectKey key = ObjectKey.ofBucketRecord(name);
        Deadline patience = cluster.after(cluster.settings().read().dividedBy(2));
        while (!deadline.hasPassed(cluster.surroundings().time())) {
            Moment asked = cluster.surroundings().time().moment();
            var result = cluster.metadata().reader().read(key, deadline);
            if (result instanceof VersionReader.Latest latest) {
                Optional<BucketRecord> now =
                        BucketDirectory.newest(latest.row())
                                .filter(each -> each.state() != State.DELETED);
                if (now.isEmpty()) {
                    directory.forget(name);
                    return Standing.OVER;
                }
                if (!now.get().id().equals(expected.id())) {
                    directory.forget(name);
                    directory.confirmed(name, now.get(), asked);
                    return cluster.versions().rules().isMissingWhereReplaced()
                            ? Standing.OVER
                            : Standing.REPLACED;
                }
                if (now.get().state() == State.ACTIVE) {
                    directory.confirmed(name, now.get(), asked);
                    return Standing.STANDS;
                }
                if (patience.hasPassed(cluster.surroundings().time())) {
                    callOff(key, latest.row(), now.get(), deadline);
                    continue;
                }
            }
            cluster.surroundings().time().sleep(cluster.settings().poll());
        }
        return Standing.UNCLEAR;
    }

    /** Ends a deletion as one that found an object would end, unless it ended by itself. */
    private void callOff(ObjectKey key, Row deleting, BucketRecord record, Deadline deadline) {
        new BucketRecords(cluster)
                .appendAfter(key, deleting, record.withState(State.ACTIVE), deadline);
    }
}
