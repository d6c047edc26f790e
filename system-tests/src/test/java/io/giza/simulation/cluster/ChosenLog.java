package io.giza.simulation.cluster;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.model.DcName;
import io.giza.model.DeletionReason;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Ballot;
import io.giza.paxos.Quorums;
import io.giza.simulation.cluster.VoteOracle.Chosen;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The chosen versions of one generation of a row, counted from the votes of its data centers. */
final class ChosenLog {
    private final Quorums quorums;
    private final UnaryOperator<DcName> seats;
    private final List<Chosen> chosen = new ArrayList<>();
    private final Map<BallotOnVersion, Map<DcName, Value>> votesByBallot = new HashMap<>();
    private long fence;

    /** A ballot on a version. */
    record BallotOnVersion(long version, Ballot ballot) {}

    /**
     * @param seats tells for whom a table counts
     * @param fence where the generation begins
     */
    ChosenLog(Quorums quorums, UnaryOperator<DcName> seats, long fence) {
        this.quorums = quorums;
        this.seats = seats;
        this.fence = fence;
    }

    /** Returns the chosen versions, version 1 first. */
    List<Chosen> chosen() {
        return Collections.unmodifiableList(chosen);
    }

    /** Returns the base below which no record is chosen any more. */
    long fence() {
        return fence;
    }

    /** Tells whether nothing comes after the last version. */
    boolean isEnded() {
        return last().filter(value -> value.kind() == Value.Kind.DROP).isPresent();
    }

    private Optional<Value> last() {
        return chosen.isEmpty() ? Optional.empty() : Optional.of(chosen.getLast().value());
    }

    /** Counts a vote, and tells whether its value is chosen now and was not before. */
    boolean addVote(DcName dc, BallotOnVersion ballotOnVersion, Value value) {
        check(
                ballotOnVersion.version() <= chosen.size() + 1,
                () -> "I3: " + ballotOnVersion + " voted on too early");
        Map<DcName, Value> votes =
                votesByBallot.computeIfAbsent(ballotOnVersion, _ -> new HashMap<>());
        Value twice = votes.putIfAbsent(dc, value);
        check(
                twice == null || twice.isSame(value),
                () -> "I2: " + dc + " voted twice on " + ballotOnVersion);
        boolean fast = ballotOnVersion.ballot().equals(Ballot.FAST);
        check(
                fast || votes.values().stream().allMatch(value::isSame),
                () -> "I2: two values on " + ballotOnVersion + ": " + votes);
        long count =
                votes.entrySet().stream()
                        .filter(each -> value.isSame(each.getValue()))
                        .map(each -> seats.apply(each.getKey()))
                        .distinct()
                        .count();
        return count >= (fast ? quorums.fast() : quorums.classic())
                && isNewlyChosen(ballotOnVersion, value);
    }

    private boolean isNewlyChosen(BallotOnVersion ballotOnVersion, Value value) {
        if (ballotOnVersion.version() > chosen.size()) {
            return true;
        }
        Value earlier = chosen.get((int) ballotOnVersion.version() - 1).value();
        check(
                earlier.isSame(value),
                () -> "I1: " + ballotOnVersion + " chose " + value + " after " + earlier);
        return false;
    }

    /** Tells whether an operation is in the window, as a version that was not given up. */
    private boolean isInWindow(OpId op) {
        for (int i = Math.max(0, chosen.size() - Acceptor.OPERATION_WINDOW);
                i < chosen.size();
                i++) {
            if (chosen.get(i).value().op().equals(op) && !isGivenUp(i + 1)) {
                return true;
            }
        }
        return false;
    }

    private boolean isGivenUp(long version) {
        return chosen.subList((int) version, chosen.size()).stream()
                .map(Chosen::value)
                .filter(value -> value.kind() == Value.Kind.DELETE_VERSIONS)
                .filter(value -> value.command().argument() == version)
                .findFirst()
                .filter(value -> DeletionReason.of(value) == DeletionReason.GIVEN_UP)
                .isPresent();
    }

    /** Adds the next version. */
    void append(Value value, long moment) {
        check(!isEnded(), () -> "I10: " + value + " is chosen after the row ended");
        check(!isInWindow(value.op()), () -> "I5: the operation of " + value + " happens twice");
        check(value.base() >= fence, () -> "I9: " + value + " is chosen behind the fence");
        switch (value.kind()) {
            case NO_OP, REMOVE -> fence = Math.max(fence, value.command().argument());
            case DROP ->
                    check(
                            last().filter(last -> last.kind() == Value.Kind.REMOVE).isPresent(),
                            () -> "I10: DROP does not follow REMOVE but " + last());
            case PUT, MARKER, DELETE_VERSIONS, ANNOTATE -> {}
        }
        chosen.add(new Chosen(value, moment));
    }
}
