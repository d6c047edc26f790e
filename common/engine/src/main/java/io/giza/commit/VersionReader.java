package io.giza.commit;

import io.giza.commit.RowGathering.Gathered;
import io.giza.commit.group.CommitNotice;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.HistoryReader;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.LatestVersion;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.RoundExit;
import io.giza.paxos.Row;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads rows: one row as a hint, or the latest chosen version as a quorum knows it. */
public final class VersionReader {
    private final MetadataGroup group;
    private final CommitSettings settings;
    private final Decider decider;
    private final LatestVersion rule;
    private final CommitMetrics metrics;
    private final HistoryReader histories;

    public VersionReader(
            MetadataGroup group,
            CommitSettings settings,
            Decider decider,
            LatestVersion rule,
            CommitMetrics metrics) {
        this.group = group;
        this.settings = settings;
        this.decider = decider;
        this.rule = rule;
        this.metrics = metrics;
        this.histories = new HistoryReader(group, settings);
    }

    /** What a quorum said. */
    public sealed interface ReadResult {}

    /**
     * The versions chosen at some time during the read.
     *
     * @param row a row whose last version is the latest, with the newest part of its log
     * @param witness what a quorum of rows that hold the latest version, or a vote for it, said of
     *     the witness row after they held it; empty where none was asked for, or where it takes a
     *     read of its own to settle
     */
    public record Latest(Row row, Optional<Row> witness) implements ReadResult {}

    /** No quorum answered in time. */
    public record Unavailable(String detail) implements ReadResult {}

    /**
     * One data center's row, possibly out of date.
     *
     * @param dc whose row it is
     */
    public record Hint(DcName dc, Row row) {}

    /**
     * Reads one row, at home if home answers; empty when no data center answers in time. A row that
     * ended is shown as the empty one in its place.
     */
    public Optional<Hint> nearest(ObjectKey key, Deadline deadline) {
        Message message = new Message(key, new Request.Read(group.epoch(), 0), null);
        Deadline end = phaseEnd(deadline);
        return group.firstAnswer(
                        group.nearest(),
                        replica -> replica.send(message),
                        answer -> answer.reply() instanceof Reply.Current,
                        settings.hedgeEnd(group.surroundings().time(), end),
                        end)
                .map(VersionReader::hint);
    }

    /** Reads the latest chosen version from a quorum. */
    public ReadResult read(ObjectKey key, Deadline deadline) {
        return read(new ReadRequest(key, null, _ -> {}), deadline);
    }

    /**
     * Reads like {@link #read(ObjectKey, Deadline)} and, in the same round trip, the latest chosen
     * version of another row.
     */
    public ReadResult readWith(ObjectKey key, ObjectKey witness, Deadline deadline) {
        return read(new ReadRequest(key, witness, _ -> {}), deadline);
    }

    /**
     * Reads like {@link #readWith(ObjectKey, ObjectKey, Deadline)}, and shows a guess on the way.
     *
     * @param first is told of the first row that comes, possibly out of date, while others are
     *     waited for; more than once if the row has to be read again
     */
    public ReadResult readWith(
            ObjectKey key, ObjectKey witness, Consumer<Hint> first, Deadline deadline) {
        return read(new ReadRequest(key, witness, first), deadline);
    }

    private record ReadRequest(ObjectKey key, @Nullable ObjectKey witness, Consumer<Hint> first) {}

    private ReadResult read(ReadRequest request, Deadline deadline) {
        while (!deadline.hasPassed(group.surroundings().time())) {
            Gathered gathered = gather(request, deadline);
            if (gathered.laterEpoch() > 0) {
                return unavailable(group.staleEpochMessage(gathered.laterEpoch()));
            }
            switch (gathered.verdict()) {
                case LatestVersion.TooFew _ when !gathered.timedOut() -> {
                    return unavailable("no quorum of " + group.names() + " answered");
                }
                // Who is silent may be busy, as all are when many calls meet a cold process.
                case LatestVersion.TooFew _ -> {}
                case LatestVersion.Settled settled -> {
                    metrics.read(CommitMetrics.ReadOutcome.SETTLED);
                    return new Latest(settled.row(), settledWitness(settled.row(), gathered));
                }
                case LatestVersion.Ambiguous ambiguous -> {
                    Optional<Row> finished = finish(request.key(), ambiguous, deadline);
                    if (finished.isPresent()) {
                        metrics.read(CommitMetrics.ReadOutcome.FINISHED);
                        // The witnesses were read before the version was settled.
                        return new Latest(finished.get(), Optional.empty());
                    }
                }
            }
        }
        return unavailable("the latest version could not be settled in time");
    }

    private Unavailable unavailable(String detail) {
        metrics.read(CommitMetrics.ReadOutcome.UNAVAILABLE);
        return new Unavailable(detail);
    }

    /**
     * Returns what a quorum of rows that hold the latest version say of the witness. A row that
     * does not hold it may have been asked for the witness before the version was voted on there,
     * so what it says of the witness may be older than the version.
     */
    private Optional<Row> settledWitness(Row latest, Gathered gathered) {
        Map<DcName, Row> held = new HashMap<>(gathered.witnesses());
        held.keySet().removeIf(dc -> !gathered.holds(dc, latest));
        return rule.judge(group.quorums(), held) instanceof LatestVersion.Settled settled
                ? Optional.of(settled.row())
                : Optional.empty();
    }

    private Gathered gather(ReadRequest request, Deadline deadline) {
        Message message =
                new Message(request.key(), new Request.Read(group.epoch(), 0), request.witness());
        return new RowGathering(
                        group,
                        settings,
                        rule,
                        message,
                        answered -> request.first().accept(hint(answered)),
                        deadline)
                .gather();
    }

    private static Hint hint(Arrival.Answered<DcName, Answer> answered) {
        return new Hint(answered.dc(), answered.answer().reply().row().orNextGeneration());
    }

    /**
     * Finishes a version that may have been chosen: it is chosen, or it certainly was not, and will
     * not be on any ballot that was voted on so far. Empty when everything must be read again.
     */
    Optional<Row> finish(ObjectKey key, LatestVersion.Ambiguous ambiguous, Deadline deadline) {
        Row row = ambiguous.row();
        Proposal proposal = new Proposal(key, group.epoch(), row, null, null);
        return switch (decider.finish(
                proposal, ambiguous.confirmable(), ambiguous.round(), deadline)) {
            case Decision.Decided decided -> {
                Row longer = row.append(decided.value());
                CommitNotice.send(
                        group,
                        key,
                        new Request.Commit(
                                group.epoch(),
                                longer.generation(),
                                longer.from(Math.max(1, row.chosen()))));
                yield Optional.of(longer.orNextGeneration());
            }
            case Decision.NothingChosen _ -> Optional.of(row);
            case Decision.Exited exited -> {
                if (exited.exit() instanceof RoundExit.StaleEpoch) {
                    group.surroundings().time().sleep(settings.medianRoundTrip());
                }
                yield Optional.empty();
            }
            case Decision.Undecided _ -> Optional.empty();
        };
    }

    /**
     * Returns {@code known} with a page of older versions before those it holds, itself if it holds
     * all; empty if nobody who answers in time has them.
     */
    public Optional<Row> withOlderPage(ObjectKey key, Row known) {
        return histories.extend(key, known);
    }

    /**
     * Returns {@code known} with its log from version 1 on, for those who have to judge all of it:
     * it is as large as the log. Empty if nobody who answers has what is missing, or the row was
     * removed meanwhile.
     */
    public Optional<Row> withWholeLog(ObjectKey key, Row known) {
        Optional<Row> row = Optional.of(known);
        while (row.isPresent() && row.get().firstHeld() > 1) {
            row = histories.extend(key, row.get());
        }
        return row;
    }

    /**
     * Returns a version that is chosen though {@code row}, which {@code dc} showed, may be too far
     * ahead to hold it; empty if it cannot be read.
     */
    Optional<Entry> version(ObjectKey key, long version, DcName dc, Row row) {
        return row.entry(version).or(() -> histories.version(key, row.generation(), version, dc));
    }

    private Deadline phaseEnd(Deadline deadline) {
        return settings.phaseEnd(group.surroundings().time(), deadline);
    }
}
