package io.giza.gateway.bucket;

import io.giza.commit.CommitResult;
import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketService.Unavailable;
import io.giza.gateway.bucket.BucketService.VersioningResult;
import io.giza.gateway.object.Cluster;
import io.giza.gateway.object.StorySettings;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.replica.Account;

import java.util.Optional;

/**
 * The story of a change of a bucket's versioning: it is decided like a change of an object, a
 * quorum of metadata data centers learns it, and it is told of only once nobody goes by what was
 * before.
 *
 * <p>Let D be the quorum that learned it, and all of D know it at a time T. Who asks a quorum, and
 * is told of the former state, asked before T: a read settles on what was chosen when it began, and
 * of the witnesses of a vote at least one is in D. They go by that for {@link
 * StorySettings#bucketFreshness} since they asked, thus for that long after T at most.
 */
final class BucketVersioning {
    private final Cluster cluster;
    private final BucketRecords records;

    BucketVersioning(Cluster cluster) {
        this.cluster = cluster;
        this.records = new BucketRecords(cluster);
    }

    /** Changes the versioning of an account's bucket, or says why not. */
    VersioningResult set(Account account, String name, Versioning versioning) {
        Deadline deadline = cluster.after(cluster.settings().commit());
        ObjectKey key = ObjectKey.ofBucketRecord(name);
        while (!deadline.passed(cluster.surroundings().time())) {
            if (!(cluster.metadata().reader().read(key, deadline)
                    instanceof VersionReader.Latest latest)) {
                return new Unavailable("no quorum answered", false);
            }
            Optional<BucketRecord> now =
                    BucketDirectory.newest(latest.row())
                            .filter(record -> record.state() != State.DELETED);
            if (now.isEmpty()) {
                return new VersioningResult.Absent();
            }
            BucketRecord record = now.get();
            if (!record.account().equals(account.name())) {
                return new VersioningResult.Foreign();
            }
            if (record.state() == State.DELETING) {
                cluster.surroundings().time().sleep(cluster.settings().poll());
                continue;
            }
            if (record.versioning() == versioning) {
                return inEffect(key, latest.row(), deadline);
            }
            CommitResult result =
                    records.append(
                            key,
                            latest.row(),
                            record.with(versioning),
                            row -> BucketDirectory.newest(row).filter(record::equals).isPresent(),
                            deadline);
            switch (result) {
                case CommitResult.Committed committed -> {
                    return inEffect(key, committed.row(), deadline);
                }
                case CommitResult.Withdrawn _, CommitResult.Fenced _ -> {}
                case CommitResult.Unavailable unavailable -> {
                    return new Unavailable(unavailable.detail(), false);
                }
                case CommitResult.Unknown unknown -> {
                    return new Unavailable(unknown.detail(), true);
                }
                case CommitResult.Repeated _ ->
                        throw new IllegalStateException("a fresh operation cannot repeat");
            }
        }
        return new Unavailable("others kept changing the bucket", false);
    }

    /** The change is decided; it is told of only once every later put is bound to see it. */
    private VersioningResult inEffect(ObjectKey key, Row row, Deadline deadline) {
        var informed = cluster.metadata().committer().install(key, row, deadline);
        if (!cluster.metadata().group().quorums().isClassic(informed.size())) {
            return new Unavailable("too few data centers learned of the change", true);
        }
        cluster.surroundings()
                .time()
                .sleep(cluster.versions().rules().untilTold(cluster.settings().bucketFreshness()));
        return new VersioningResult.Changed();
    }
}
