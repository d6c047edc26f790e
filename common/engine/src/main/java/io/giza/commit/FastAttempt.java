package io.giza.commit;

import io.giza.commit.CommitMetrics.Round;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.ClassicRound;
import io.giza.paxos.FastRound;
import io.giza.paxos.Request;
import io.giza.paxos.RoundExit;
import io.giza.replica.Fanout;
import io.giza.replica.MetadataReplica.Answer;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** A fast round under way, with the confirm ballot that may run beside it. */
final class FastAttempt {
    private final Ballots ballots;
    private final MetadataGroup group;
    private final Proposal proposal;
    private final Fanout<Phase, Answer> fanout;
    private final Deadline end;
    private final Deadline hedge;
    private final Phase fast;
    private @Nullable ConfirmBallot confirmBallot;
    private boolean hedgeHasPassed;

    private record ConfirmBallot(Value value, Phase phase) {}

    FastAttempt(Ballots ballots, Proposal proposal, Deadline deadline) {
        this.ballots = ballots;
        this.group = ballots.group();
        this.proposal = proposal;
        this.fanout = group.newFanout();
        this.end = ballots.phaseEnd(deadline);
        this.hedge = ballots.hedge(end);
        Value own = proposal.ownValue().orElseThrow();
        this.fast =
                Phase.begin(
                        group,
                        fanout,
                        proposal,
                        new Request.PreAccept(
                                proposal.instance(), own, Ballots.predecessor(proposal)));
    }

    /** How a fast round ended. */
    sealed interface Result {}

    /** With a decision, or a reply that says that there can be none here. */
    record Ended(Decision decision) implements Result {}

    /** Undecided: a classic ballot of at least this round has to be won. */
    record Lost(int round) implements Result {}

    /** Proposes the value, and waits for replies until they tell. */
    Result run() {
        while (true) {
            Optional<Result> ended = judgeConfirm().or(this::judgeFast);
            if (ended.isPresent()) {
                return ended.get();
            }
            if (!ballots.awaitReply(fanout, hedgeHasPassed ? end : hedge)) {
                if (hedgeHasPassed || end.hasPassed(group.surroundings().time())) {
                    return lost(Ballot.FIRST_CLASSIC_ROUND);
                }
                hedgeHasPassed = true;
            }
        }
    }

    private Optional<Result> judgeConfirm() {
        ConfirmBallot current = confirmBallot;
        if (current == null) {
            return Optional.empty();
        }
        return switch (ballots.judgeAccepts(proposal, current.phase())) {
            case ClassicRound.Wait _ -> Optional.empty();
            case ClassicRound.Accepted _ -> {
                count(Round.CONFIRM, true);
                yield decided(current.value(), DecisionPath.CONFIRM, current.phase());
            }
            case ClassicRound.Preempted preempted -> Optional.of(lost(preempted.round()));
            case RoundExit exit -> Optional.of(exited(exit));
        };
    }

    private Optional<Result> judgeFast() {
        return switch (verdict()) {
            case FastRound.Wait _ -> Optional.empty();
            case FastRound.Decided decided -> {
                count(Round.FAST, true);
                yield decided(decided.value(), DecisionPath.FAST, fast);
            }
            case FastRound.Confirm confirm -> {
                if (confirmBallot == null) {
                    count(Round.FAST, false);
                    Phase phase = ballots.accept(proposal, fanout, Ballot.CONFIRM, confirm.value());
                    confirmBallot = new ConfirmBallot(confirm.value(), phase);
                }
                yield Optional.empty();
            }
            case FastRound.Contended contended ->
                    confirmBallot == null ? Optional.of(lost(contended.round())) : Optional.empty();
            case RoundExit exit -> Optional.of(exited(exit));
        };
    }

    private FastRound.Verdict verdict() {
        boolean isLate = hedgeHasPassed || fast.onlySuspectsPending();
        var state = new FastRound.RoundState(fast.replies(), fast.failedCount(), isLate);
        return switch (ballots.settings().contention()) {
            case COOPERATIVE -> FastRound.judge(group.quorums(), proposal.instance(), state);
            case SIMPLE ->
                    FastRound.judgeWithoutConfirming(group.quorums(), proposal.instance(), state);
        };
    }

    private Optional<Result> decided(Value value, DecisionPath path, Phase deciding) {
        var witnesses = Ballots.witnesses(proposal, value, deciding);
        return Optional.of(new Ended(new Decision.Decided(value, path, witnesses)));
    }

    private Result lost(int round) {
        count(confirmBallot == null ? Round.FAST : Round.CONFIRM, false);
        return new Lost(round);
    }

    private Result exited(RoundExit exit) {
        count(confirmBallot == null ? Round.FAST : Round.CONFIRM, false);
        return new Ended(new Decision.Exited(exit));
    }

    private void count(Round kind, boolean decided) {
        ballots.metrics().round(kind, decided);
    }
}
