package io.giza.commit;

import io.giza.commit.RecordOffer.AppendRequest;
import io.giza.commit.RecordOffer.Ended;
import io.giza.commit.RecordOffer.TakenByOther;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.group.RowInstaller;
import io.giza.commit.turn.Passage;
import io.giza.commit.turn.RightOfWay;
import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.LatestVersion;
import io.giza.paxos.Row;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.Set;

/**
 * Appends a record to a row: offers it as the next version, and as the one after that when another
 * record took the version. Writers of the same row take turns, at this gateway and with others.
 */
public final class VersionCommitter {
    private final Decider decider;
    private final VersionReader reader;
    private final CommitMetrics metrics;
    private final KeyQueue queue;
    private final RightOfWay rightOfWay;
    private final RowInstaller installer;
    private final VersionCloser closer;
    private final RecordOffer offer;

    VersionCommitter(
            MetadataGroup group,
            Decider decider,
            VersionReader reader,
            OwnRecordRule ownership,
            LatestVersion rule,
            CommitMetrics metrics) {
        this.decider = decider;
        this.reader = reader;
        this.metrics = metrics;
        this.queue = new KeyQueue(group.surroundings(), decider.settings().queue(), metrics);
        this.rightOfWay = new RightOfWay(group, rule, decider::fastRoundTrip);
        this.installer = new RowInstaller(group, decider.settings());
        this.closer = new VersionCloser(group, decider, reader);
        this.offer = new RecordOffer(group, decider, reader, ownership, closer);
    }

    VersionCloser closer() {
        return closer;
    }

    /**
     * Appends the record of {@code draft}. Those that append to the same row at the same gateway
     * take turns, so a draft must not append to its own row while it is asked for its proposal.
     * What made it withdraw is settled after its turn, and then it has another one.
     *
     * @param start a row to start from, fresh or not, with at least the newest part of its log
     * @param witness the row whose state voters are to return, or null
     */
    public CommitResult append(
            ObjectKey key, Draft draft, Row start, @Nullable ObjectKey witness, Deadline deadline) {
        AppendRequest job = new AppendRequest(key, draft, witness, deadline);
        CommitResult result = appendOnce(job, start);
        return result instanceof CommitResult.Withdrawn && draft.settleBlocker()
                ? appendOnce(job, latest(job).orElse(start))
                : result;
    }

    private Optional<Row> latest(AppendRequest job) {
        return reader.read(job.key(), job.deadline()) instanceof VersionReader.Latest latest
                ? Optional.of(latest.row())
                : Optional.empty();
    }

    private CommitResult appendOnce(AppendRequest job, Row start) {
        CommitResult result =
                decider.settings().queue().enabled()
                        ? appendInTurn(job, start)
                        : append(job, start).result();
        metrics.ended(result);
        return result;
    }

    private CommitResult appendInTurn(AppendRequest job, Row start) {
        return switch (queue.enter(job.key(), job.deadline())) {
            case KeyQueue.Refused refused -> new CommitResult.Unavailable(refused.detail());
            case KeyQueue.Turn turn -> {
                Optional<Row> learned = Optional.empty();
                try {
                    Ended ended = queue.during(turn, () -> appendInOrder(job, turn.fresher(start)));
                    learned = Optional.of(ended.row());
                    yield ended.result();
                } finally {
                    queue.leave(turn, learned);
                }
            }
        };
    }

    private Ended appendInOrder(AppendRequest job, Row start) {
        return switch (decider.settings().contention()) {
            case COOPERATIVE -> appendAfterOthers(job, start);
            case SIMPLE -> append(job, start);
        };
    }

    /**
     * Gives way to the writers of other gateways before, where it is their turn. What they wrote
     * meanwhile may make the record needless.
     */
    private Ended appendAfterOthers(AppendRequest job, Row start) {
        Passage passage = rightOfWay.giveWay(job.key(), start, job.witness(), job.deadline());
        if (!job.draft().isOvertaken(passage)) {
            return append(job, passage.row());
        }
        rightOfWay.leftOut(job.key(), passage.row());
        return new Ended(new CommitResult.Withdrawn(), passage.row());
    }

    private Ended append(AppendRequest job, Row start) {
        Row row = start;
        int rivals = 0;
        while (true) {
            RecordOffer.Offered offered = offer.make(job, row);
            rivals = Math.max(rivals, offered.rivals());
            switch (offered.step()) {
                case Ended ended -> {
                    if (ended.result() instanceof CommitResult.Committed won) {
                        rightOfWay.won(job.key(), won.row(), won.version(), rivals);
                    }
                    return ended;
                }
                case TakenByOther taken -> {
                    metrics.conflict(job.key());
                    row = taken.row();
                }
            }
        }
    }

    /**
     * Makes replicas learn all versions of {@code row}.
     *
     * @return the data centers that confirmed to know them; a quorum unless the deadline passed
     */
    public Set<DcName> install(ObjectKey key, Row row, Deadline deadline) {
        return installer.install(key, row, deadline);
    }
}
