package io.giza.commit;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.ClassicRound;
import io.giza.paxos.Entry;
import io.giza.paxos.Request;
import io.giza.paxos.RoundExit;
import io.giza.paxos.Row;
import io.giza.paxos.ValueSelection;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica.Answer;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The steps that fast and classic attempts of one proposer are made of: its own ballots, messages
 * to the acceptors, and the waiting for their replies. Holds nothing but the numbering of its
 * ballots and what it measured of round trips.
 */
final class Ballots {
    private final MetadataGroup group;
    private final CommitSettings settings;
    private final ValueSelection selection;
    private final CommitMetrics metrics;
    private final RoundTrips roundTrips = new RoundTrips();
    private final UUID incarnation;
    private final AtomicLong attempts = new AtomicLong();

    Ballots(
            MetadataGroup group,
            CommitSettings settings,
            ValueSelection selection,
            CommitMetrics metrics) {
        this.group = group;
        this.settings = settings;
        this.selection = selection;
        this.metrics = metrics;
        var random = group.surroundings().random();
        this.incarnation = new UUID(random.nextLong(), random.nextLong());
    }

    MetadataGroup group() {
        return group;
    }

    CommitSettings settings() {
        return settings;
    }

    CommitMetrics metrics() {
        return metrics;
    }

    /** Whose promises are waited for before it is concluded from them what must be proposed. */
    enum PromiseWait {
        QUORUM,
        /** All data centers, but none that is later than a hedge. */
        ALL
    }

    /** Returns a ballot of this proposer alone. */
    Ballot nextBallot(long epoch, int round) {
        return new Ballot(epoch, round, incarnation, attempts.incrementAndGet());
    }

    ClassicRound.PrepareVerdict awaitPromises(
            Proposal proposal,
            Fanout<Phase, Answer> fanout,
            Ballot ballot,
            PromiseWait promiseWait,
            Deadline deadline) {
        Phase prepare =
                send(
                        proposal,
                        fanout,
                        new Request.Prepare(proposal.instance(), ballot, predecessor(proposal)));
        Deadline end = phaseEnd(deadline);
        Deadline rest = hedgeEnd(end);
        while (true) {
            var verdict =
                    ClassicRound.judgePromises(
                            group.quorums(),
                            selection,
                            proposal.instance(),
                            prepare.replies(),
                            prepare.failedCount());
            boolean continues =
                    switch (verdict) {
                        case ClassicRound.Wait _ -> awaitReply(fanout, end);
                        case ClassicRound.Propose _, ClassicRound.Free _ ->
                                promiseWait == PromiseWait.ALL
                                        && prepare.hasPending()
                                        && awaitReply(fanout, rest);
                        case ClassicRound.Preempted _, RoundExit _ -> false;
                    };
            if (!continues) {
                return verdict;
            }
        }
    }

    /** Proposes on the confirm ballot what others may have voted for; empty if that was lost. */
    Optional<Decision> confirm(Proposal proposal, Value value, Deadline deadline) {
        Fanout<Phase, Answer> fanout = group.newFanout();
        Phase confirm = accept(proposal, fanout, Ballot.CONFIRM, value);
        var end = awaitAccepts(proposal, fanout, confirm, deadline);
        metrics.round(CommitMetrics.Round.CONFIRM, end instanceof ClassicRound.Accepted);
        return switch (end) {
            case ClassicRound.Accepted _ ->
                    Optional.of(new Decision.Decided(value, DecisionPath.CONFIRM, Map.of()));
            case RoundExit exit -> Optional.of(new Decision.Exited(exit));
            case ClassicRound.Wait _, ClassicRound.Preempted _ -> Optional.empty();
        };
    }

    ClassicRound.AcceptVerdict awaitAccepts(
            Proposal proposal, Fanout<Phase, Answer> fanout, Phase accept, Deadline deadline) {
        Deadline end = phaseEnd(deadline);
        while (true) {
            var verdict = judgeAccepts(proposal, accept);
            if (!(verdict instanceof ClassicRound.Wait) || !awaitReply(fanout, end)) {
                return verdict;
            }
        }
    }

    ClassicRound.AcceptVerdict judgeAccepts(Proposal proposal, Phase accept) {
        return ClassicRound.judgeAccepts(
                group.quorums(), proposal.instance(), accept.replies(), accept.failedCount());
    }

    /** Waits for one more reply; false when the deadline passed. */
    boolean awaitReply(Fanout<Phase, Answer> fanout, Deadline end) {
        Optional<Arrival<Phase, Answer>> arrival = fanout.next(end);
        arrival.ifPresent(
                each -> {
                    measure(each);
                    each.topic().absorb(each);
                });
        return arrival.isPresent();
    }

    private void measure(Arrival<Phase, Answer> arrival) {
        if (arrival instanceof Arrival.Answered<Phase, Answer> answered) {
            answered.topic()
                    .roundTripOf(answered.dc())
                    .ifPresent(
                            took -> {
                                roundTrips.add(answered.dc(), took);
                                metrics.answered(answered.dc(), took);
                            });
        }
    }

    Phase accept(Proposal proposal, Fanout<Phase, Answer> fanout, Ballot ballot, Value value) {
        return send(
                proposal,
                fanout,
                new Request.Accept(proposal.instance(), ballot, value, predecessor(proposal)));
    }

    private Phase send(
            Proposal proposal, Fanout<Phase, Answer> fanout, Request.AtInstance request) {
        Phase phase = new Phase(group, fanout, proposal, request);
        group.askAll(fanout, phase, phase.message());
        return phase;
    }

    static List<Entry> predecessor(Proposal proposal) {
        return Phase.predecessor(proposal.known(), proposal.instance().version());
    }

    /**
     * Returns the witnesses of the deciding ballot's votes if they were for the asker's own value.
     * Votes on other ballots say nothing: only this ballot's votes are what a later reader of the
     * same acceptors is bound to find.
     */
    static Map<DcName, Row> witnesses(Proposal proposal, Value decided, Phase deciding) {
        return proposal.ownValue().filter(decided::isSame).isPresent()
                ? deciding.witnessesOfVotes()
                : Map.of();
    }

    Deadline phaseEnd(Deadline deadline) {
        return settings.phaseEnd(group.surroundings().time(), deadline);
    }

    Deadline hedgeEnd(Deadline deadline) {
        return settings.hedgeEnd(group.surroundings().time(), deadline);
    }

    Duration fastRoundTrip() {
        return roundTrips.medianOf(group.quorums().fast()).orElseGet(settings::medianRoundTrip);
    }

    /** Draws the pause after the {@code losses}-th lost ballot in a row. */
    Duration backOff(int losses) {
        Duration unit =
                roundTrips.medianOf(group.quorums().classic()).orElseGet(settings::medianRoundTrip);
        Duration pause = BackOff.after(losses, unit, settings, group.surroundings().random());
        metrics.backedOff(pause);
        return pause;
    }
}
