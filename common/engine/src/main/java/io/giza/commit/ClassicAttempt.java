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
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;

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
        Message read = new Message(proposal.key(), new Request.Read(proposal.epoch(), 0), null);
        Map<DcName, Answer> answers =
                group.gather(
                        group.names(),
                        replica -> replica.send(read),
                        soFar -> group.quorums().isClassic(ready(soFar).size()),
                        ballots.phaseEnd(deadline));
        return switch (ClassicRound.judgeReads(proposal.instance(), ready(answers))) {
            case ClassicRound.Open open -> {
                round = Math.max(round, open.round());
                yield Optional.empty();
            }
            case RoundExit exit -> Optional.of(new Decision.Exited(exit));
        };
    }

    /** A row that is not seeded yet has nothing to say. */
    private static Map<DcName, Reply> ready(Map<DcName, Answer> answers) {
        Map<DcName, Reply> replies = new HashMap<>();
        answers.forEach((dc, answer) -> replies.put(dc, answer.reply()));
        replies.values().removeIf(Reply.NotReady.class::isInstance);
        return replies;
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
