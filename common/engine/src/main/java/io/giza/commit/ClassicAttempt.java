package io.giza.commit;

import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.ClassicRound;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.RoundExit;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica.Answer;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Classic ballots until one decides, each above everything seen. After a lost one the proposer
 * pauses, and then looks before it prepares the next: who won meanwhile must not be disturbed, and
 * may have finished this very value.
 */
final class ClassicAttempt {
    private final Ballots ballots;
    private final MetadataGroup group;
    private final Time time;
    private final Proposal proposal;
    private final Deadline deadline;
    private final Ballots.PromiseWait promiseWait;
    private int round;

    ClassicAttempt(
            Ballots ballots,
            Proposal proposal,
            int firstRound,
            Ballots.PromiseWait promiseWait,
            Deadline deadline) {
        this.ballots = ballots;
        this.group = ballots.group();
        this.time = group.surroundings().time();
        this.proposal = proposal;
        this.round = firstRound;
        this.promiseWait = promiseWait;
        this.deadline = deadline;
    }

    Decision run() {
        for (int losses = 0; !deadline.hasPassed(time); losses++) {
            Optional<Decision> ended =
                    (losses == 0 ? Optional.<Decision>empty() : pause(losses)).or(this::ballot);
            if (ended.isPresent()) {
                return ended.get();
            }
        }
        return new Decision.Undecided("no quorum of " + group.names() + " in time");
    }

    private Optional<Decision> pause(int losses) {
        Duration wait = ballots.backOff(losses);
        Duration left = deadline.remaining(time);
        time.sleep(wait.compareTo(left) < 0 ? wait : left);
        return switch (ballots.settings().contention()) {
            case COOPERATIVE -> readRows();
            case SIMPLE -> Optional.empty();
        };
    }

    /** Reads the rows of a quorum: is the version decided, and which round is above all? */
    private Optional<Decision> readRows() {
        Fanout<DcName, Answer> fanout = group.newFanout();
        Request read = new Request.Read(proposal.epoch(), 0);
        group.names()
                .forEach(
                        dc ->
                                group.ask(
                                        fanout,
                                        dc,
                                        dc,
                                        MetadataGroup.message(proposal.key(), read, null)));
        Deadline end = ballots.phaseEnd(deadline);
        Map<DcName, Reply> replies = new HashMap<>();
        for (int pending = group.names().size(); pending > 0; pending--) {
            Optional<Arrival<DcName, Answer>> arrival = fanout.next(end);
            if (arrival.isEmpty()) {
                break;
            }
            if (arrival.get() instanceof Arrival.Answered<DcName, Answer> answered
                    && !(answered.answer().reply() instanceof Reply.NotReady)) {
                replies.put(answered.dc(), answered.answer().reply());
            }
            if (group.quorums().isClassic(replies.size())) {
                break;
            }
        }
        return switch (ClassicRound.judgeReads(proposal.instance(), replies)) {
            case ClassicRound.Open open -> {
                round = Math.max(round, open.round());
                yield Optional.empty();
            }
            case RoundExit exit -> Optional.of(new Decision.Exited(exit));
        };
    }

    private Optional<Decision> ballot() {
        Ballot ballot = ballots.nextBallot(proposal.epoch(), round);
        Fanout<Phase, Answer> fanout = group.newFanout();
        return switch (ballots.awaitPromises(proposal, fanout, ballot, promiseWait, deadline)) {
            case ClassicRound.Wait _ -> lost(round + 1);
            case ClassicRound.Preempted preempted -> lost(preempted.round());
            case RoundExit exit -> exited(exit);
            case ClassicRound.Propose propose -> accept(fanout, ballot, propose.value());
            case ClassicRound.Free _ ->
                    proposal.ownValue().isEmpty()
                            ? Optional.of(new Decision.NothingChosen(ballot))
                            : accept(fanout, ballot, proposal.ownValue().get());
        };
    }

    private Optional<Decision> accept(Fanout<Phase, Answer> fanout, Ballot ballot, Value pick) {
        Phase accept = ballots.accept(proposal, fanout, ballot, pick);
        return switch (ballots.awaitAccepts(proposal, fanout, accept, deadline)) {
            case ClassicRound.Wait _ -> lost(round + 1);
            case ClassicRound.Preempted preempted -> lost(preempted.round());
            case RoundExit exit -> exited(exit);
            case ClassicRound.Accepted _ -> {
                ballots.metrics().round(CommitMetrics.Round.CLASSIC, true);
                yield Optional.of(
                        new Decision.Decided(
                                pick,
                                DecisionPath.CLASSIC,
                                Ballots.witnesses(proposal, pick, accept)));
            }
        };
    }

    private Optional<Decision> lost(int above) {
        round = Math.max(round, above);
        ballots.metrics().round(CommitMetrics.Round.CLASSIC, false);
        return Optional.empty();
    }

    private Optional<Decision> exited(RoundExit exit) {
        ballots.metrics().round(CommitMetrics.Round.CLASSIC, false);
        return Optional.of(new Decision.Exited(exit));
    }
}
