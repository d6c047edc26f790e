package io.giza.paxos;

import io.giza.model.DcName;

import java.util.Map;
import java.util.Optional;

/** A reply that ends a round whatever the others say. */
public sealed interface RoundExit
        extends FastRound.Verdict,
                ClassicRound.PrepareVerdict,
                ClassicRound.AcceptVerdict,
                ClassicRound.ReadVerdict {
    /**
     * The instance is decided already.
     *
     * @param dc a data center whose row knows its version
     * @param row that row
     */
    record MovedOn(DcName dc, Row row) implements RoundExit {}

    /**
     * No acceptor votes for the value as this version: all know the version before it, and with it
     * a fence above the value's base.
     */
    record Fenced(Row row) implements RoundExit {}

    /**
     * The row was removed and this generation of it is gone, with all that it knew. What was chosen
     * as the version can not be learned from this any more.
     *
     * @param row a row of the generation in its place
     */
    record Replaced(Row row) implements RoundExit {}

    /**
     * The client operation happened before.
     *
     * @param version the version that holds it
     */
    record Already(DcName dc, Row row, long version) implements RoundExit {}

    /** The sender must read the topology again. */
    record StaleEpoch(long epoch) implements RoundExit {}

    /** Looks for a detour among the replies to requests at {@code at}. */
    static Optional<RoundExit> among(Instance at, Map<DcName, Reply> replies) {
        Optional<RoundExit> found = Optional.empty();
        for (Map.Entry<DcName, Reply> each : replies.entrySet()) {
            Optional<RoundExit> detour = of(at, each.getKey(), each.getValue());
            if (detour.isPresent() && (found.isEmpty() || rank(detour.get()) < rank(found.get()))) {
                found = detour;
            }
        }
        return found;
    }

    /**
     * What is known to be chosen outranks every other reason to leave the round, and what settles
     * the value's fate outranks what leaves it open.
     */
    private static int rank(RoundExit detour) {
        return switch (detour) {
            case MovedOn _ -> 0;
            case Fenced _, Already _ -> 1;
            case Replaced _ -> 2;
            case StaleEpoch _ -> 3;
        };
    }

    private static Optional<RoundExit> of(Instance at, DcName dc, Reply reply) {
        Row row = reply.row();
        if (row.generation() == at.generation() && row.chosen() >= at.version()) {
            return Optional.of(new MovedOn(dc, row));
        }
        return switch (reply) {
            case Reply.Fenced _ ->
                    Optional.of(
                            row.generation() > at.generation()
                                    ? new Replaced(row)
                                    : new Fenced(row));
            case Reply.Already already -> Optional.of(new Already(dc, row, already.version()));
            case Reply.StaleEpoch stale -> Optional.of(new StaleEpoch(stale.row().epoch()));
            case Reply.Voted _,
                    Reply.Promised _,
                    Reply.Accepted _,
                    Reply.Nacked _,
                    Reply.Chosen _,
                    Reply.Lagging _,
                    Reply.NotReady _,
                    Reply.Current _ ->
                    Optional.empty();
        };
    }
}
