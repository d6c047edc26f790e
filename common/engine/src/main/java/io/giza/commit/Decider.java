package io.giza.commit;

import io.giza.commit.Ballots.PromiseWait;
import io.giza.commit.CommitMetrics.Round;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.CommitSettings.Contention;
import io.giza.commit.group.CommitSettings.FirstRound;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.group.VoteRace;
import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.ClassicRound;
import io.giza.paxos.FastRound;
import io.giza.paxos.Request;
import io.giza.paxos.RoundExit;
import io.giza.paxos.ValueSelection;
import io.giza.replica.Fanout;
import io.giza.replica.MetadataReplica.Answer;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;

/**
 * Decides one instance: a fast round first, a confirm ballot where a classic quorum agrees but a
 * fast one does not, classic ballots with back-off otherwise.
 */
public final class Decider {
    private final MetadataGroup group;
    private final Ballots ballots;

    public Decider(
            MetadataGroup group,
            CommitSettings settings,
            ValueSelection selection,
            CommitMetrics metrics) {
        this.group = group;
        this.ballots = new Ballots(group, settings, selection, metrics);
    }

    CommitSettings settings() {
        return ballots.settings();
    }

    /** Returns how long a fast round takes where nobody interferes, as far as that was measured. */
    Duration fastRoundTrip() {
        return ballots.fastRoundTrip();
    }

    /**
     * How a record that was proposed fared.
     *
     * @param rivals how many records of others met it at its version
     */
    record Contest(Decision decision, int rivals) {}

    /** Decides by a fast round, and what it takes after that. */
    Contest propose(Proposal proposal, Deadline deadline) {
        if (settings().firstRound() == FirstRound.CLASSIC) {
            return new Contest(classicRounds(proposal, Ballot.FIRST_CLASSIC_ROUND, deadline), 0);
        }
        FastAttempt fast = new FastAttempt(proposal, deadline);
        Decision decision =
                switch (fast.run()) {
                    case Ended ended -> ended.decision();
                    case Lost lost -> classicRounds(proposal, lost.round(), deadline);
                };
        return new Contest(decision, fast.rivals());
    }

    /** Finishes what the votes of others may have begun. */
    Decision finish(Proposal proposal, Optional<Value> confirmable, int round, Deadline deadline) {
        Optional<Decision> confirmed =
                settings().contention() == Contention.COOPERATIVE
                        ? confirmable.flatMap(value -> ballots.confirm(proposal, value, deadline))
                        : Optional.empty();
        return confirmed.orElseGet(() -> classicRounds(proposal, round, deadline));
    }

    /** Decides by classic ballots from {@code firstRound} on. */
    public Decision classicRounds(Proposal proposal, int firstRound, Deadline deadline) {
        return new ClassicAttempt(ballots, proposal, firstRound, PromiseWait.QUORUM, deadline)
                .run();
    }

    /** Decides as {@link #classicRounds} does, but reads the votes of all who answer soon. */
    Decision classicRoundsWithAllVotes(Proposal proposal, int firstRound, Deadline deadline) {
        return new ClassicAttempt(ballots, proposal, firstRound, PromiseWait.ALL, deadline).run();
    }

    /** How a fast round ended. */
    private sealed interface FastResult {}

    /** With a decision, or a reply that says that there can be none here. */
    private record Ended(Decision decision) implements FastResult {}

    /** Undecided: a classic ballot of at least this round has to be won. */
    private record Lost(int round) implements FastResult {}

    /** A fast round under way, with the confirm ballot that may run beside it. */
    private final class FastAttempt {
        private final Proposal proposal;
        private final Fanout<Phase, Answer> fanout;
        private final Deadline end;
        private final Deadline hedge;
        private final Phase fast;
        private @Nullable ConfirmBallot confirmBallot;
        private boolean hedgeHasPassed;

        private record ConfirmBallot(Value value, Phase phase) {}

        FastAttempt(Proposal proposal, Deadline deadline) {
            this.proposal = proposal;
            this.fanout = group.newFanout();
            this.end = ballots.phaseEnd(deadline);
            this.hedge = ballots.hedgeEnd(end);
            Value own = proposal.ownValue().orElseThrow();
            this.fast =
                    new Phase(
                            group,
                            fanout,
                            proposal,
                            new Request.PreAccept(
                                    proposal.instance(), own, Ballots.predecessor(proposal)));
            askForVotes();
        }

        private void askForVotes() {
            VoteRace race = new VoteRace(group, settings().hedge());
            int index = 0;
            for (DcName dc : group.names()) {
                int own = index++;
                fanout.ask(fast, dc, () -> race.vote(own, dc, fast.message()));
            }
        }

        /** Waits for replies until they tell. */
        FastResult run() {
            while (true) {
                Optional<FastResult> ended = judgeConfirm().or(this::judgeFast);
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

        int rivals() {
            return FastRound.rivals(
                    proposal.instance(),
                    proposal.ownValue().orElseThrow(),
                    fast.replies().values());
        }

        private Optional<FastResult> judgeConfirm() {
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

        private Optional<FastResult> judgeFast() {
            return switch (verdict()) {
                case FastRound.Wait _ -> Optional.empty();
                case FastRound.Decided decided -> {
                    count(Round.FAST, true);
                    yield decided(decided.value(), DecisionPath.FAST, fast);
                }
                case FastRound.Confirm confirm -> {
                    if (confirmBallot == null) {
                        count(Round.FAST, false);
                        Phase phase =
                                ballots.accept(proposal, fanout, Ballot.CONFIRM, confirm.value());
                        confirmBallot = new ConfirmBallot(confirm.value(), phase);
                    }
                    yield Optional.empty();
                }
                case FastRound.Contended contended ->
                        confirmBallot == null
                                ? Optional.of(lost(contended.round()))
                                : Optional.empty();
                case RoundExit exit -> Optional.of(exited(exit));
            };
        }

        private FastRound.Verdict verdict() {
            boolean isLate = hedgeHasPassed || fast.onlySuspectsPending();
            var state = new FastRound.RoundState(fast.replies(), fast.failedCount(), isLate);
            return switch (ballots.settings().contention()) {
                case COOPERATIVE -> FastRound.judge(group.quorums(), proposal.instance(), state);
                case SIMPLE ->
                        FastRound.judgeWithoutConfirming(
                                group.quorums(), proposal.instance(), state);
            };
        }

        private Optional<FastResult> decided(Value value, DecisionPath path, Phase deciding) {
            var witnesses = Ballots.witnesses(proposal, value, deciding);
            return Optional.of(new Ended(new Decision.Decided(value, path, witnesses)));
        }

        private FastResult lost(int round) {
            count(confirmBallot == null ? Round.FAST : Round.CONFIRM, false);
            return new Lost(round);
        }

        private FastResult exited(RoundExit exit) {
            count(confirmBallot == null ? Round.FAST : Round.CONFIRM, false);
            return new Ended(new Decision.Exited(exit));
        }

        private void count(Round kind, boolean decided) {
            ballots.metrics().round(kind, decided);
        }
    }
}
