package io.giza.commit;

import io.giza.commit.Ballots.PromiseWait;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.CommitSettings.Contention;
import io.giza.commit.group.CommitSettings.FirstRound;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.ValueSelection;

import java.util.Optional;

/**
 * Decides one instance: a fast round first, a confirm ballot where a classic quorum agrees but a
 * fast one does not, classic ballots with back-off otherwise.
 */
public final class Decider {
    private final Ballots ballots;

    public Decider(
            MetadataGroup group,
            CommitSettings settings,
            ValueSelection selection,
            CommitMetrics metrics) {
        this.ballots = new Ballots(group, settings, selection, metrics);
    }

    CommitSettings settings() {
        return ballots.settings();
    }

    /** Decides by a fast round, and what it takes after that. */
    Decision propose(Proposal proposal, Deadline deadline) {
        if (settings().firstRound() == FirstRound.CLASSIC) {
            return classicRounds(proposal, Ballot.FIRST_CLASSIC_ROUND, deadline);
        }
        return switch (new FastAttempt(ballots, proposal, deadline).run()) {
            case FastAttempt.Ended ended -> ended.decision();
            case FastAttempt.Lost lost -> classicRounds(proposal, lost.round(), deadline);
        };
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
}
