package io.giza.paxos;

import io.giza.model.DcName;
import io.giza.model.PutId;
import io.giza.model.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The fast round (Giza, section 3.2, fast path): given the replies to PreAccept so far, is a value
 * chosen, should the leading one be confirmed, or is a classic ballot needed?
 */
public final class FastRound {
    private FastRound() {}

    /** What to do next. */
    public sealed interface Verdict permits Wait, Decided, Confirm, Contended, RoundExit {}

    /** Wait for more replies. */
    public record Wait() implements Verdict {}

    /** A fast quorum voted for this value: it is chosen. */
    public record Decided(Value value) implements Verdict {}

    /**
     * A classic quorum voted for this value but a fast quorum cannot be had, or not soon: propose
     * it on the confirm ballot. No other value can have as many fast votes, so the confirm ballot
     * has one value whoever proposes it; the fast vote stands for the promise.
     */
    public record Confirm(Value value) implements Verdict {}

    /**
     * No value leads: go on with a classic ballot.
     *
     * @param round the lowest round that is above all that was seen
     */
    public record Contended(int round) implements Verdict {}

    /**
     * How the round stands.
     *
     * @param replies the latest reply of each data center
     * @param failed how many data centers failed to reply and will not
     * @param hurried whether to stop waiting once a classic quorum has replied
     */
    public record RoundState(Map<DcName, Reply> replies, int failed, boolean hurried) {}

    /** How the votes stand: the leading value, if any, its votes, and who may still answer. */
    private record Count(Optional<Value> leader, int most, int votes, int pending) {
        static Count of(Quorums quorums, RoundState state) {
            List<@Nullable Vote> votes = new ArrayList<>();
            int pending = quorums.size() - state.failed() - state.replies().size();
            for (Reply reply : state.replies().values()) {
                if (reply instanceof Reply.Lagging) {
                    pending++; // it is being told what it lacks, and asked again
                } else {
                    votes.add(reply.row().open().vote());
                }
            }
            Optional<Map.Entry<Value, Integer>> leader =
                    FastVotes.count(votes).entrySet().stream().max(Map.Entry.comparingByValue());
            return new Count(
                    leader.map(Map.Entry::getKey),
                    leader.map(Map.Entry::getValue).orElse(0),
                    votes.size(),
                    pending);
        }

        boolean waiting(Quorums quorums, RoundState state) {
            return pending > 0 && !(state.hurried() && quorums.isClassic(votes));
        }
    }

    /** Judges the round at {@code at}. */
    public static Verdict judge(Quorums quorums, Instance at, RoundState state) {
        Optional<RoundExit> detour = RoundExit.among(at, state.replies());
        if (detour.isPresent()) {
            return detour.get();
        }
        Count count = Count.of(quorums, state);
        if (quorums.isFast(count.most())) {
            return new Decided(count.leader().orElseThrow());
        }
        boolean waiting = count.waiting(quorums, state);
        if (quorums.isClassic(count.most())) {
            boolean fastStillPossible = quorums.isFast(count.most() + count.pending());
            return waiting && fastStillPossible
                    ? new Wait()
                    : new Confirm(count.leader().orElseThrow());
        }
        boolean leaderStillPossible = quorums.isClassic(count.most() + count.pending());
        return waiting && leaderStillPossible
                ? new Wait()
                : new Contended(ClassicRound.roundAbove(state.replies().values()));
    }

    /**
     * Judges the round as the paper does, which has no confirm ballot: without a fast quorum it is
     * over.
     */
    public static Verdict judgeWithoutConfirming(Quorums quorums, Instance at, RoundState state) {
        Optional<RoundExit> detour = RoundExit.among(at, state.replies());
        if (detour.isPresent()) {
            return detour.get();
        }
        Count count = Count.of(quorums, state);
        if (quorums.isFast(count.most())) {
            return new Decided(count.leader().orElseThrow());
        }
        boolean fastStillPossible = quorums.isFast(count.most() + count.pending());
        return count.waiting(quorums, state) && fastStillPossible
                ? new Wait()
                : new Contended(ClassicRound.roundAbove(state.replies().values()));
    }

    /**
     * Returns how many values of others met {@code own} at the instance. There are none where no
     * acceptor voted for it: it came after the instance was decided, perhaps by its own proposer.
     */
    public static int rivals(Instance at, Value own, Collection<Reply> replies) {
        if (replies.stream().noneMatch(Reply.Voted.class::isInstance)) {
            return 0;
        }
        Set<PutId> others = new HashSet<>();
        for (Reply reply : replies) {
            Row row = reply.row();
            Vote vote = row.open().vote();
            if (row.chosen() == at.version() - 1 && vote != null) {
                others.add(vote.value().id());
            }
            row.entry(at.version()).ifPresent(entry -> others.add(entry.value().id()));
        }
        others.remove(own.id());
        return others.size();
    }

    /**
     * Returns the value that fast votes prove to be chosen as the version after the last of {@code
     * known}; empty where they do not.
     *
     * @param rows the rows of data centers, one of each, read at any times
     */
    public static Optional<Value> chosenAfter(Row known, Quorums quorums, Collection<Row> rows) {
        List<@Nullable Vote> votes = new ArrayList<>();
        for (Row row : rows) {
            if (row.generation() == known.generation() && row.chosen() == known.chosen()) {
                votes.add(row.open().vote());
            }
        }
        return FastVotes.count(votes).entrySet().stream()
                .filter(each -> quorums.isFast(each.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Returns the value that a classic quorum of these rows' open votes allows to confirm. */
    static Optional<Value> confirmable(Quorums quorums, List<@Nullable Vote> votes) {
        return FastVotes.count(votes).entrySet().stream()
                .filter(each -> quorums.isClassic(each.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
