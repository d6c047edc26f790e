package io.giza.commit;

import io.giza.commit.group.CommitNotice;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Request;
import io.giza.paxos.RoundExit;
import io.giza.paxos.Row;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Offers a record as one version of its row, and finds out what became of it.
 *
 * <p>A version at which the record was offered is left only once its decision is known: were it
 * left unknown, the record could be chosen there as well as later, and the operation would execute
 * twice.
 */
final class RecordOffer {
    private final MetadataGroup group;
    private final Decider decider;
    private final VersionReader reader;
    private final OwnRecordRule ownership;
    private final VersionCloser closer;

    RecordOffer(
            MetadataGroup group,
            Decider decider,
            VersionReader reader,
            OwnRecordRule ownership,
            VersionCloser closer) {
        this.group = group;
        this.decider = decider;
        this.reader = reader;
        this.ownership = ownership;
        this.closer = closer;
    }

    /** What is to be appended, where and until when. */
    record AppendRequest(
            ObjectKey key, Draft draft, @Nullable ObjectKey witness, Deadline deadline) {}

    /**
     * Offers the record of a draft as the version after the last of {@code last}, unless the draft
     * withdraws it.
     */
    Offered make(AppendRequest job, Row last) {
        Row row = last.orNextGeneration();
        Optional<Value> value = job.draft().proposalAfter(row);
        if (value.isEmpty()) {
            return notOffered(new CommitResult.Withdrawn(), row);
        }
        if (value.get().base() < row.fence()) {
            return notOffered(new CommitResult.Fenced(), row);
        }
        if (job.deadline().hasPassed(group.surroundings().time())) {
            return notOffered(new CommitResult.Unavailable("no version could be won in time"), row);
        }
        Proposal proposal = new Proposal(job.key(), group.epoch(), row, value.get(), job.witness());
        return offer(job, proposal);
    }

    private static Offered notOffered(CommitResult result, Row row) {
        return new Offered(new Ended(result, row), 0);
    }

    /**
     * A record that was offered as one version.
     *
     * @param rivals how many records of others met it there
     */
    record Offered(Step step, int rivals) {}

    /** How offering a record as one version ended. */
    sealed interface Step {}

    /**
     * The fate of the record is known, or known to be unknowable.
     *
     * @param row the newest row seen
     */
    record Ended(CommitResult result, Row row) implements Step {}

    /** Another record is chosen, and this one is not. */
    record TakenByOther(Row row) implements Step {}

    private Offered offer(AppendRequest job, Proposal proposal) {
        Decider.Contest contest = decider.propose(proposal, job.deadline());
        return new Offered(step(job, proposal, contest.decision()), contest.rivals());
    }

    private Step step(AppendRequest job, Proposal proposal, Decision decision) {
        Deadline deadline = job.deadline();
        return switch (decision) {
            case Decision.Decided decided -> decided(job.draft(), proposal, decided);
            case Decision.Exited exited -> exited(proposal, exited.exit(), deadline);
            case Decision.Undecided undecided ->
                    closeOpenVersion(proposal, undecided.detail(), deadline);
            case Decision.NothingChosen _ ->
                    throw new IllegalStateException("only a reader is told so: " + proposal);
        };
    }

    private Step decided(Draft draft, Proposal proposal, Decision.Decided decided) {
        Value own = proposal.ownValue().orElseThrow();
        boolean isOwn = ownership.isOwn(own, decided.value(), decided.path());
        Optional<Resolution> known =
                isOwn ? draft.resolution() : Optional.of(Resolution.UNRESOLVED);
        Row row = proposal.known().append(decided.value(), known.orElse(Resolution.UNRESOLVED));
        if (known.isPresent()) {
            List<Entry> tail = row.from(Math.max(1, row.chosen() - 1));
            CommitNotice.send(
                    group,
                    proposal.key(),
                    new Request.Commit(group.epoch(), row.generation(), tail));
        }
        return isOwn
                ? new Ended(
                        new CommitResult.Committed(
                                row.chosen(), row, decided.path(), decided.witnesses()),
                        row)
                : new TakenByOther(row);
    }

    /**
     * Takes the reason why a round ended. A refusal may have met a value of another proposer that
     * this one was helping; only what is true of this one's own value settles its fate.
     */
    private Step exited(Proposal proposal, RoundExit exit, Deadline deadline) {
        Value own = proposal.ownValue().orElseThrow();
        Row known = proposal.known();
        return switch (exit) {
            case RoundExit.MovedOn moved -> movedOn(proposal, own, moved);
            case RoundExit.Fenced fenced ->
                    own.base() < fenced.row().fence()
                            ? new Ended(new CommitResult.Fenced(), known)
                            : closeOpenVersion(proposal, "another value was fenced", deadline);
            case RoundExit.Replaced replaced -> replaced(proposal, replaced.row());
            case RoundExit.Already already -> already(proposal, own, already, deadline);
            case RoundExit.StaleEpoch stale ->
                    unknown(known, group.staleEpochMessage(stale.epoch()));
        };
    }

    /**
     * Takes note that the row was removed: what this version became is gone with it. The record may
     * have been chosen, made visible and deleted again before, and a fence that was raised since
     * says nothing about that. Only where the row was known to end in the REMOVE that announced the
     * new generation is it certain that this version became DROP.
     */
    private static Step replaced(Proposal proposal, Row newer) {
        return proposal.known().announcesGeneration(newer.generation())
                ? new TakenByOther(newer)
                : unknown(
                        newer, "the row was removed with version " + proposal.instance().version());
    }

    private Step already(
            Proposal proposal, Value own, RoundExit.Already already, Deadline deadline) {
        boolean ours =
                already.row()
                        .entry(already.version())
                        .filter(entry -> entry.value().op().equals(own.op()))
                        .isPresent();
        return ours
                ? new Ended(
                        new CommitResult.Repeated(already.version(), already.row()),
                        proposal.known())
                : closeOpenVersion(
                        proposal, "another operation turned out to have happened before", deadline);
    }

    /**
     * Learns who took the version: perhaps a helper finished this very record. It was offered at no
     * version that is not known yet but this one, so it is nowhere later either.
     */
    private Step movedOn(Proposal proposal, Value own, RoundExit.MovedOn moved) {
        long version = proposal.instance().version();
        Optional<Entry> decided = reader.version(proposal.key(), version, moved.dc(), moved.row());
        if (decided.isEmpty()) {
            return unknown(
                    proposal.known(), "version " + version + " was decided but cannot be read");
        }
        if (!ownership.isOwn(own, decided.get().value(), DecisionPath.HELPED)) {
            return new TakenByOther(moved.row());
        }
        Row row =
                moved.row().entry(version).isPresent()
                        ? moved.row()
                        : proposal.known().learn(List.of(decided.get()));
        return new Ended(
                new CommitResult.Committed(version, row, DecisionPath.HELPED, Map.of()), row);
    }

    /**
     * Closes a version that was left open, so that the record's fate is known in time or, where it
     * has to be reported as unknown, does not stay so for longer than it must.
     */
    private Step closeOpenVersion(Proposal proposal, String detail, Deadline deadline) {
        long generation = proposal.instance().generation();
        long version = proposal.instance().version();
        if (closer.close(proposal.key(), generation, version, deadline)
                        instanceof VersionCloser.Closed closed
                && closed.row().generation() == generation) {
            return movedOn(proposal, proposal.ownValue().orElseThrow(), closed.row());
        }
        closer.closeInBackground(proposal.key(), generation, version);
        return unknown(proposal.known(), detail);
    }

    private Step movedOn(Proposal proposal, Value own, Row row) {
        return movedOn(proposal, own, new RoundExit.MovedOn(group.nearest(), row));
    }

    private static Step unknown(Row known, String detail) {
        return new Ended(new CommitResult.Unknown(detail), known);
    }
}
