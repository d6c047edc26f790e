package io.giza.paxos;

import io.giza.model.DcName;
import io.giza.model.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A classic ballot (Giza, section 3.2, slow path): prepare, pick, accept. Both phases are judged
 * from the replies so far.
 */
public final class ClassicRound {
    private ClassicRound() {}

    /** What to do after the replies to Prepare so far. */
    public sealed interface PrepareVerdict permits Wait, Propose, Free, Preempted, RoundExit {}

    /** What to do after the replies to Accept so far. */
    public sealed interface AcceptVerdict permits Wait, Accepted, Preempted, RoundExit {}

    /** What to do after reading rows between two ballots. */
    public sealed interface ReadVerdict permits Open, RoundExit {}

    /**
     * Nothing that was read shows the instance to be decided.
     *
     * @param round the lowest round that is above all that was seen
     */
    public record Open(int round) implements ReadVerdict {}

    /** Wait for more replies. */
    public record Wait() implements PrepareVerdict, AcceptVerdict {}

    /** Propose this value: it may have been chosen on a lower ballot. */
    public record Propose(Value value) implements PrepareVerdict {}

    /** Nothing was or will be chosen below the ballot: propose one's own value, or stop. */
    public record Free() implements PrepareVerdict {}

    /** A classic quorum accepted the value: it is chosen. */
    public record Accepted() implements AcceptVerdict {}

    /**
     * A quorum can no longer be had on this ballot: back off and try a higher one.
     *
     * @param round the lowest round that is above all that was seen
     * @param refused whether any acceptor refused, rather than being out of reach
     */
    public record Preempted(int round, boolean refused) implements PrepareVerdict, AcceptVerdict {}

    /** Judges the replies to Prepare; {@code failed} data centers will not reply. */
    public static PrepareVerdict judgePromises(
            Quorums quorums,
            ValueSelection selection,
            Instance at,
            Map<DcName, Reply> replies,
            int failed) {
        Optional<RoundExit> detour = RoundExit.among(at, replies);
        if (detour.isPresent()) {
            return detour.get();
        }
        List<@Nullable Vote> promises = new ArrayList<>();
        for (Reply reply : replies.values()) {
            if (reply instanceof Reply.Promised) {
                promises.add(reply.row().open().vote());
            }
        }
        if (quorums.isClassic(promises.size())) {
            return selection
                    .select(quorums, promises)
                    .<PrepareVerdict>map(Propose::new)
                    .orElseGet(Free::new);
        }
        return quorums.isClassic(promises.size() + pending(quorums, replies, failed))
                ? new Wait()
                : preempted(replies);
    }

    /** Judges the replies to Accept; {@code failed} data centers will not reply. */
    public static AcceptVerdict judgeAccepts(
            Quorums quorums, Instance at, Map<DcName, Reply> replies, int failed) {
        int accepted =
                (int) replies.values().stream().filter(Reply.Accepted.class::isInstance).count();
        if (quorums.isClassic(accepted)) {
            return new Accepted();
        }
        Optional<RoundExit> detour = RoundExit.among(at, replies);
        if (detour.isPresent()) {
            return detour.get();
        }
        return quorums.isClassic(accepted + pending(quorums, replies, failed))
                ? new Wait()
                : preempted(replies);
    }

    /** Judges what a proposer read of rows before it prepares another ballot. */
    public static ReadVerdict judgeReads(Instance at, Map<DcName, Reply> replies) {
        return RoundExit.among(at, replies)
                .<ReadVerdict>map(detour -> detour)
                .orElseGet(() -> new Open(roundAbove(replies.values())));
    }

    /** Returns the lowest classic round above everything that the replies show. */
    static int roundAbove(Collection<Reply> replies) {
        return roundAboveSlots(replies.stream().map(reply -> reply.row().open()).toList());
    }

    /** Returns the lowest classic round above everything that the open instances show. */
    static int roundAboveSlots(Collection<Slot> slots) {
        int round = Ballot.FIRST_CLASSIC_ROUND;
        for (Slot slot : slots) {
            Vote vote = slot.vote();
            round = Math.max(round, slot.promised().round() + 1);
            round = Math.max(round, vote == null ? 0 : vote.ballot().round() + 1);
        }
        return round;
    }

    private static int pending(Quorums quorums, Map<DcName, Reply> replies, int failed) {
        int lagging =
                (int) replies.values().stream().filter(Reply.Lagging.class::isInstance).count();
        return quorums.size() - failed - replies.size() + lagging;
    }

    private static Preempted preempted(Map<DcName, Reply> replies) {
        boolean refused = replies.values().stream().anyMatch(Reply.Nacked.class::isInstance);
        return new Preempted(roundAbove(replies.values()), refused);
    }
}
