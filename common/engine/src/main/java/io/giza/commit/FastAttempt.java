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
    private final Decider decider;
    private final MetadataGroup group;
    private final Proposal proposal;
    private final Deadline deadline;
    private final Fanout<Phase, Answer> fanout;
    private final Deadline end;
    private final Deadline hedge;
    private final Phase fast;
    private @Nullable Confirming confirming;
    private boolean hurried;

    private record Confirming(Value value, Phase phase) {}

    FastAttempt(Decider decider, Proposal proposal, Deadline deadline) {
        this.decider = decider;
        this.group = decider.group();
        this.proposal = proposal;
        this.deadline = deadline;
        this.fanout = group.conversation();
        this.end = decider.phaseEnd(deadline);
        this.hedge = decider.hedge(end);
        Value own = proposal.ownValue().orElseThrow();
        this.fast =
                Phase.begin(
                        group,
                        fanout,
                        proposal,
                        new Request.PreAccept(proposal.at(), own, Decider.predecessor(proposal)));
    }

    /** Judges what was heard so far, then waits for one more reply. */
    Optional<Decider.Outcome> step() {
        Optional<Decider.Outcome> ended = judgeConfirm().or(this::judgeFast);
        if (ended.isPresent()) {
            return ended;
        }
        if (!decider.awaitReply(fanout, hurried ? end : hedge)) {
            if (hurried || end.hasPassed(group.surroundings().time())) {
                return Optional.of(classic(Ballot.FIRST_CLASSIC_ROUND));
            }
            hurried = true;
        }
        return Optional.empty();
    }

    private Optional<Decider.Outcome> judgeConfirm() {
        Confirming current = confirming;
        if (current == null) {
            return Optional.empty();
        }
        return switch (decider.judgeAccepts(proposal, current.phase())) {
            case ClassicRound.Wait _ -> Optional.empty();
            case ClassicRound.Accepted _ -> {
                count(Round.CONFIRM, true);
                yield Optional.of(
                        new Decider.Decided(
                                current.value(),
                                DecisionPath.CONFIRM,
                                Decider.witnesses(proposal, current.value(), current.phase())));
            }
            case ClassicRound.Preempted preempted -> Optional.of(classic(preempted.round()));
            case RoundExit exit -> Optional.of(exited(exit));
        };
    }

    private Optional<Decider.Outcome> judgeFast() {
        return switch (verdict()) {
            case FastRound.Wait _ -> Optional.empty();
            case FastRound.Decided decided -> {
                count(Round.FAST, true);
                yield Optional.of(
                        new Decider.Decided(
                                decided.value(),
                                DecisionPath.FAST,
                                Decider.witnesses(proposal, decided.value(), fast)));
            }
            case FastRound.Confirm leading -> {
                if (confirming == null) {
                    count(Round.FAST, false);
                    Phase phase = decider.accept(proposal, fanout, Ballot.CONFIRM, leading.value());
                    confirming = new Confirming(leading.value(), phase);
                }
                yield Optional.empty();
            }
            case FastRound.Contended contended ->
                    confirming == null ? Optional.of(classic(contended.round())) : Optional.empty();
            case RoundExit exit -> Optional.of(exited(exit));
        };
    }

    private FastRound.Verdict verdict() {
        boolean hurry = hurried || fast.onlySuspectsPending();
        var state = new FastRound.RoundState(fast.replies(), fast.failedCount(), hurry);
        return switch (decider.settings().contention()) {
            case COOPERATIVE -> FastRound.judge(group.quorums(), proposal.at(), state);
            case SIMPLE -> FastRound.judgeWithoutConfirming(group.quorums(), proposal.at(), state);
        };
    }

    private Decider.Outcome classic(int round) {
        count(confirming == null ? Round.FAST : Round.CONFIRM, false);
        return decider.classicRounds(proposal, round, deadline);
    }

    private Decider.Outcome exited(RoundExit exit) {
        count(confirming == null ? Round.FAST : Round.CONFIRM, false);
        return new Decider.Exited(exit);
    }

    private void count(Round kind, boolean decided) {
        decider.metrics().round(kind, decided);
    }
}
