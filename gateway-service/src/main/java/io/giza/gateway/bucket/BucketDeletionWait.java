package io.giza.gateway.bucket;

import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.gateway.bucket.BucketDirectory.ScopeState;
import io.giza.gateway.cluster.Cluster;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;

import java.util.Optional;

/** How a life of a bucket goes on that is perhaps being deleted. */
final class BucketDeletionWait {
    private final Cluster cluster;
    private final BucketDirectory directory;

    /**
     * Wires it.
     *
     * @param directory is told what is found out
     */
    BucketDeletionWait(Cluster cluster, BucketDirectory directory) {
        this.cluster = cluster;
        this.directory = directory;
    }

    /**
     * Waits for the end of a deletion that is under way, if one is. The gateway that deletes may
     * have died, so a deletion that takes too long is called off.
     */
    ScopeState await(String name, BucketRecord expected, Deadline deadline) {
        ObjectKey key = ObjectKey.ofBucketRecord(name);
        Deadline cancelAfter = cluster.after(cluster.settings().read().dividedBy(2));
        while (!deadline.hasPassed(cluster.surroundings().time())) {
            Moment startedAt = cluster.surroundings().time().moment();
            var result = cluster.metadata().reader().read(key, deadline);
            if (result instanceof VersionReader.Latest latest) {
                Optional<BucketRecord> now =
                        BucketDirectory.newest(latest.row())
                                .filter(each -> each.state() != State.DELETED);
                if (now.isEmpty()) {
                    directory.forget(name);
                    return ScopeState.GONE;
                }
                if (!now.get().id().equals(expected.id())) {
                    directory.forget(name);
                    directory.noteConfirmed(name, now.get(), startedAt);
                    return ScopeState.REPLACED;
                }
                if (now.get().state() == State.ACTIVE) {
                    directory.noteConfirmed(name, now.get(), startedAt);
                    return ScopeState.OPEN;
                }
                if (cancelAfter.hasPassed(cluster.surroundings().time())) {
                    cancelDeletion(key, latest.row(), now.get(), deadline);
                    continue;
                }
            }
            cluster.surroundings().time().sleep(cluster.settings().poll());
        }
        return ScopeState.UNKNOWN;
    }

    /** Ends a deletion as one that found an object would end, unless it ended by itself. */
    private void cancelDeletion(
            ObjectKey key, Row deleting, BucketRecord record, Deadline deadline) {
        new BucketRecords(cluster).append(key, deleting, record.withState(State.ACTIVE), deadline);
    }
}
