package io.giza.commit;

import io.giza.concurrent.Deadline;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.ClassicRound;
import io.giza.paxos.Detour;
import io.giza.paxos.FastRound;
import io.giza.paxos.Request;
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
        this.hedge = group.surroundings().time().after(decider.settings().hedge()).earlier(end);
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
        if (!Decider.hear(fanout, hurried ? end : hedge)) {
            if (hurried || end.passed(group.surroundings().time())) {
                return Optional.of(
                        decider.classicRounds(ask, Ballot.FIRST_CLASSIC_ROUND, deadline));
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
            case ClassicRound.Accepted _ ->
                    Optional.of(
                            new Decider.Decided(
                                    current.value(),
                                    DecisionPath.CONFIRM,
                                    Decider.witnesses(ask, current.value(), current.phase())));
            case ClassicRound.Preempted preempted ->
                    Optional.of(decider.classicRounds(ask, preempted.round(), deadline));
            case Detour detour -> Optional.of(new Decider.Detoured(detour));
        };
    }

    private Optional<Decider.Outcome> judgeFast() {
        boolean hurry = hurried || fast.onlySuspectsPending();
        var standing = new FastRound.Standing(fast.replies(), fast.failedCount(), hurry);
        return switch (FastRound.judge(group.quorums(), ask.at(), standing)) {
            case FastRound.Wait _ -> Optional.empty();
            case FastRound.Decided decided ->
                    Optional.of(
                            new Decider.Decided(
                                    decided.value(),
                                    DecisionPath.FAST,
                                    Decider.witnesses(ask, decided.value(), fast)));
            case FastRound.Confirm leading -> {
                if (confirming == null) {
                    Phase phase = decider.accept(ask, fanout, Ballot.CONFIRM, leading.value());
                    confirming = new Confirming(leading.value(), phase);
                }
                yield Optional.empty();
            }
            case FastRound.Contended contended ->
                    confirming == null
                            ? Optional.of(decider.classicRounds(ask, contended.round(), deadline))
                            : Optional.empty();
            case Detour detour -> Optional.of(new Decider.Detoured(detour));
        };
    }
}
