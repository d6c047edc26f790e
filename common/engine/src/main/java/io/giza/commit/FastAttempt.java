package io.giza.commit;

import io.giza.commit.CommitMetrics.Round;
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
    private final Ask ask;
    private final Deadline deadline;
    private final Fanout<Phase, Answer> fanout;
    private final Deadline end;
    private final Deadline hedge;
    private final Phase fast;
    private @Nullable Confirming confirming;
    private boolean hurried;

    private record Confirming(Value value, Phase phase) {}

    FastAttempt(Decider decider, Ask ask, Deadline deadline) {
        this.decider = decider;
        this.group = decider.group();
        this.ask = ask;
        this.deadline = deadline;
        this.fanout = group.conversation();
        this.end = decider.phaseEnd(deadline);
        this.hedge = decider.hedge(end);
        Value own = ask.ownValue().orElseThrow();
        this.fast =
                Phase.begin(
                        group,
                        fanout,
                        ask,
                        new Request.PreAccept(ask.at(), own, Decider.predecessor(ask)));
    }

    /** Judges what was heard so far, then waits for one more reply. */
    Optional<Decider.Outcome> step() {
        Optional<Decider.Outcome> ended = judgeConfirm().or(this::judgeFast);
        if (ended.isPresent()) {
            return ended;
        }
        if (!decider.hear(fanout, hurried ? end : hedge)) {
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
        return switch (decider.judgeAccepts(ask, current.phase())) {
            case ClassicRound.Wait _ -> Optional.empty();
            case ClassicRound.Accepted _ -> {
                count(Round.CONFIRM, true);
                yield Optional.of(
                        new Decider.Decided(
                                current.value(),
                                DecisionPath.CONFIRM,
                                Decider.witnesses(ask, current.value(), current.phase())));
            }
            case ClassicRound.Preempted preempted -> Optional.of(classic(preempted.round()));
            case RoundExit detour -> Optional.of(left(detour));
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
                                Decider.witnesses(ask, decided.value(), fast)));
            }
            case FastRound.Confirm leading -> {
                if (confirming == null) {
                    count(Round.FAST, false);
                    Phase phase = decider.accept(ask, fanout, Ballot.CONFIRM, leading.value());
                    confirming = new Confirming(leading.value(), phase);
                }
                yield Optional.empty();
            }
            case FastRound.Contended contended ->
                    confirming == null ? Optional.of(classic(contended.round())) : Optional.empty();
            case RoundExit detour -> Optional.of(left(detour));
        };
    }

    private FastRound.Verdict verdict() {
        boolean hurry = hurried || fast.onlySuspectsPending();
        var standing = new FastRound.RoundState(fast.replies(), fast.failedCount(), hurry);
        return switch (decider.settings().contention()) {
            case COOPERATIVE -> FastRound.judge(group.quorums(), ask.at(), standing);
            case SIMPLE -> FastRound.judgeWithoutConfirming(group.quorums(), ask.at(), standing);
        };
    }

    private Decider.Outcome classic(int round) {
        count(confirming == null ? Round.FAST : Round.CONFIRM, false);
        return decider.classicRounds(ask, round, deadline);
    }

    private Decider.Outcome left(RoundExit detour) {
        count(confirming == null ? Round.FAST : Round.CONFIRM, false);
        return new Decider.Detoured(detour);
    }

    private void count(Round kind, boolean decided) {
        decider.metrics().round(kind, decided);
    }
}
