package io.giza.membership;

import io.giza.paxos.Acceptor;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;

import java.util.Optional;

/**
 * Whether a table may take a request to one of its rows at all, before the {@link Acceptor} steps.
 *
 * <p>An empty table in the place of a lost one forgot promises and votes: were it to vote, a value
 * could be chosen beside one that was chosen with the lost table's vote. So while it is JOINING,
 * only rows that were seeded answer (I11). The rule methods are overridden by the mutation drill
 * alone.
 */
public class Admission {
    /**
     * Returns the reply that needs no step, empty if the acceptor is to take the request.
     *
     * @param membership what the table knows
     * @param row the row, absent if it is from before the table joined
     */
    public final Optional<Reply> refusal(Membership membership, Row row, Request request) {
        if (isStale(membership, request)) {
            return Optional.of(
                    new Reply.StaleEpoch(row.withEpoch(Math.max(row.epoch(), membership.epoch()))));
        }
        if (isEarly(membership, request)) {
            return Optional.of(new Reply.NotReady(row));
        }
        if (request instanceof Request.Seed) {
            // Once all keys are seeded, one that comes late has nothing to say.
            return membership.isJoining() ? Optional.empty() : Optional.of(new Reply.Current(row));
        }
        return mayAnswer(membership, row) ? Optional.empty() : Optional.of(new Reply.NotReady(row));
    }

    /** Rule: a request of an epoch that ended is refused, also where no row shows the epoch. */
    protected boolean isStale(Membership membership, Request request) {
        return request.epoch() < membership.epoch();
    }

    /** Rule: an epoch is taken over by an order, never from a message of who is in it. */
    protected boolean isEarly(Membership membership, Request request) {
        return request.epoch() > membership.epoch();
    }

    /** Rule: a row that was not seeded neither votes nor says what it does not know. */
    public boolean mayAnswer(Membership membership, Row row) {
        return membership.isInitialized()
                && (!membership.isJoining() || row.epoch() >= membership.joined());
    }
}
