package io.giza.paxos;

import io.giza.model.Value;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which value the owner of a classic ballot must propose, given what a classic quorum accepted
 * before (the coordinator's rule of Fast Paxos; value cases 1 to 3 of Giza, section 3.2).
 */
public class ValueSelection {
    /**
     * Selects from the votes of {@code promises}, one element per distinct data center that
     * promised, null where it had accepted nothing.
     *
     * @return the value that must be proposed, or empty where nothing was chosen on a lower ballot
     *     and the proposer is free
     * @throws IllegalStateException if the promises are fewer than a classic quorum, or contradict
     *     each other
     */
    public Optional<Value> select(Quorums quorums, Collection<@Nullable Vote> promises) {
        if (!quorums.isClassic(promises.size())) {
            throw new IllegalStateException("no quorum of promises: " + promises);
        }
        Optional<Ballot> highest =
                promises.stream().filter(Objects::nonNull).map(Vote::ballot).max(Ballot::compareTo);
        if (highest.isEmpty()) {
            return Optional.empty();
        }
        return highest.get().equals(Ballot.FAST)
                ? fastChosen(quorums, promises)
                : onBallot(highest.get(), promises);
    }

    /** A value on a higher ballot than the fast one was proposed because it was safe: it stays. */
    private static Optional<Value> onBallot(Ballot ballot, Collection<@Nullable Vote> promises) {
        Value found = null;
        for (Vote vote : promises) {
            if (vote != null && vote.ballot().equals(ballot)) {
                if (found != null && !found.isSame(vote.value())) {
                    throw new IllegalStateException("two values on ballot " + ballot);
                }
                found = vote.value();
            }
        }
        return Optional.ofNullable(found);
    }

    /** Among fast votes only one value can still reach a fast quorum with the silent acceptors. */
    protected Optional<Value> fastChosen(Quorums quorums, Collection<@Nullable Vote> promises) {
        Map<Value, Integer> counts = FastVotes.count(promises);
        return counts.entrySet().stream()
                .filter(each -> quorums.mayBeFastChosen(each.getValue(), promises.size()))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
