package io.giza.paxos;

import io.giza.model.OpId;

import java.util.List;
import java.util.Optional;

/**
 * The acceptor: a pure step from a row and a request to the row's successor and a reply. The same
 * step runs behind the conditional write of a metadata-service and in the simulator. It is
 * idempotent, so it may be repeated when a conditional write was lost.
 *
 * <p>Admission compares generations. A request of an earlier one is FENCED. One of a later one
 * proves that the row was removed: a row that ends in the REMOVE that announced it, or in DROP,
 * becomes the empty row of that generation; any other stops the request. Remove does the same to a
 * row that ends in DROP, and nothing else.
 *
 * <p>After admission and learning, for an instance k of a row that knows {@code chosen} versions:
 *
 * <pre>
 * k &lt;= chosen                            CHOSEN
 * k &gt;  chosen + 1                        LAGGING   (never a gap: k is chosen before k + 1)
 * the last version is DROP               FENCED    (nothing follows it in this generation)
 * value's base &lt; fence                   FENCED
 * value's operation in the window        ALREADY
 *
 * request          promised   vote            row afterwards       reply
 * PreAccept v      0          none            vote (0, v)          VOTED
 *                  any        (0, v)          unchanged            VOTED
 *                  else                       unchanged            NACKED
 * Prepare b        &lt;= b       any             promised b           PROMISED
 *                  &gt; b                        unchanged            NACKED
 * Accept b, v      &lt;= b       on &lt;= b         promised b, (b, v)   ACCEPTED
 *                  else                       unchanged            NACKED
 * </pre>
 *
 * <p>A classic ballot is equal to another only when the same attempt sends it again. The rule
 * methods are overridden by the mutation drill alone.
 */
public class Acceptor {
    /** How many of the newest versions are searched for the client operation of an offer. */
    public static final int OPERATION_WINDOW = 16;

    /**
     * The result of a step.
     *
     * @param row the row afterwards; equal to the row before if nothing has to be written
     * @param reply the answer, valid only once the row is written
     */
    public record Step(Row row, Reply reply) {}

    /** Takes {@code request} to {@code row}. */
    public final Step step(Row row, Request request) {
        if (request.epoch() < row.epoch()) {
            return new Step(row, new Reply.StaleEpoch(row));
        }
        return switch (request) {
            case Request.Read _ -> new Step(row, new Reply.Current(row));
            case Request.Commit commit -> commit(row, commit);
            case Request.Remove remove -> remove(row, remove);
            case Request.Truncate truncate -> truncate(row, truncate);
            case Request.Seed seed -> seed(row, seed);
            case Request.AtInstance at -> atInstance(row, at);
        };
    }

    private Step commit(Row before, Request.Commit commit) {
        if (isPast(before, commit.generation())) {
            return new Step(before, new Reply.Fenced(before));
        }
        Row row = admitted(before, commit.generation());
        Row learned = row.learn(commit.tail()).withEpoch(commit.epoch());
        return new Step(learned, new Reply.Current(learned));
    }

    /** A row that is there may have promised and voted more since: an earlier seed is no news. */
    private static Step seed(Row row, Request.Seed request) {
        Row seeded = row.equals(Row.ABSENT) ? request.row().withEpoch(request.epoch()) : row;
        return new Step(seeded, new Reply.Current(seeded));
    }

    /** Only a row that knows the deletion drops the version: another would show it, and empty. */
    private static Step truncate(Row before, Request.Truncate truncate) {
        if (before.generation() != truncate.generation()) {
            return new Step(before, new Reply.Fenced(before));
        }
        if (before.chosen() < truncate.deletion().version()) {
            return new Step(before, new Reply.Lagging(before));
        }
        Row row =
                before.learn(List.of(truncate.deletion()))
                        .truncated(truncate.version())
                        .withEpoch(truncate.epoch());
        return new Step(row, new Reply.Current(row));
    }

    private Step remove(Row row, Request.Remove remove) {
        boolean mayRemove =
                remove.generation() > row.generation() && mayShrink(row, remove.generation());
        Row left = mayRemove ? Row.empty(remove.epoch(), remove.generation()) : row;
        return new Step(left, new Reply.Current(left));
    }

    /**
     * Returns the row that a request of {@code generation} finds, which is not below the row's own.
     * Only a proposer that knows DROP to be chosen uses the generation after it, and DROP is
     * proposed only once all data centers know the REMOVE before it; so a row that still ends in
     * that REMOVE missed nothing that counts, and makes room. A row that nobody touched has nothing
     * to lose.
     */
    private static Row admitted(Row row, long generation) {
        if (row.generation() >= generation) {
            return row;
        }
        if (!row.makesRoomFor(generation) && !row.isUntouched()) {
            throw new IllegalStateException(
                    "generation " + generation + " meets a row that was not removed: " + row);
        }
        return Row.empty(row.epoch(), generation);
    }

    private Step atInstance(Row before, Request.AtInstance request) {
        Instance at = request.at();
        if (isPast(before, at.generation())) {
            return new Step(before, new Reply.Fenced(before));
        }
        Row row = admitted(before, at.generation()).learn(request.tail()).withEpoch(at.epoch());
        if (at.version() <= row.chosen()) {
            return new Step(row, new Reply.Chosen(row));
        }
        if (leavesGap(row, at.version())) {
            return new Step(row, new Reply.Lagging(row));
        }
        if (row.isEnded()) {
            return new Step(row, new Reply.Fenced(row));
        }
        if (request instanceof Request.Offer offer) {
            if (isFenced(row, offer)) {
                return new Step(row, new Reply.Fenced(row));
            }
            Optional<Entry> earlier = earlierVersionOf(row, offer.value().op());
            if (earlier.isPresent()) {
                return new Step(row, new Reply.Already(row, earlier.get().version()));
            }
        }
        return switch (request) {
            case Request.PreAccept preAccept -> preAccept(row, preAccept);
            case Request.Prepare prepare -> prepare(row, prepare);
            case Request.Accept accept -> accept(row, accept);
        };
    }

    private Step preAccept(Row row, Request.PreAccept request) {
        Vote vote = row.open().vote();
        if (vote != null
                && vote.ballot().equals(Ballot.FAST)
                && vote.value().isSame(request.value())) {
            return new Step(row, new Reply.Voted(row));
        }
        if (!mayVoteFast(row.open())) {
            return new Step(row, new Reply.Nacked(row));
        }
        Vote cast = new Vote(Ballot.FAST, request.value());
        Row voted = row.withOpen(new Slot(row.open().promised(), cast));
        return new Step(voted, new Reply.Voted(voted));
    }

    private Step prepare(Row row, Request.Prepare request) {
        if (!mayPromise(row.open(), request.ballot())) {
            return new Step(row, new Reply.Nacked(row));
        }
        Row promised = row.withOpen(new Slot(request.ballot(), row.open().vote()));
        return new Step(promised, new Reply.Promised(promised));
    }

    private Step accept(Row row, Request.Accept request) {
        Slot open = row.open();
        if (!mayAccept(open, request.ballot())) {
            return new Step(row, new Reply.Nacked(row));
        }
        Vote vote = open.vote();
        if (vote != null
                && vote.ballot().equals(request.ballot())
                && !vote.value().isSame(request.value())) {
            throw new IllegalStateException(
                    "two values on ballot "
                            + request.ballot()
                            + ": "
                            + vote.value()
                            + " and "
                            + request.value());
        }
        Vote cast = new Vote(request.ballot(), request.value());
        Row accepted = row.withOpen(new Slot(request.ballot(), cast));
        return new Step(accepted, new Reply.Accepted(accepted));
    }

    /** Rule: no version is voted on before the one before it is known to be chosen. */
    protected boolean leavesGap(Row row, long version) {
        return version > row.chosen() + 1;
    }

    /** Rule: a fast vote needs an instance in which nothing was promised and nothing accepted. */
    protected boolean mayVoteFast(Slot open) {
        return open.vote() == null && open.promised().equals(Ballot.FAST);
    }

    /** Rule: no promise below an earlier promise. */
    protected boolean mayPromise(Slot open, Ballot ballot) {
        return open.promised().compareTo(ballot) <= 0;
    }

    /** Rule: no vote below a promise or an earlier vote. */
    protected boolean mayAccept(Slot open, Ballot ballot) {
        Vote vote = open.vote();
        return open.promised().compareTo(ballot) <= 0
                && (vote == null || vote.ballot().compareTo(ballot) <= 0);
    }

    /** Rule: a message of an earlier generation concerns a row that is gone. */
    protected boolean isPast(Row row, long generation) {
        return generation < row.generation();
    }

    /** Rule: a row is given up only when it ended and nothing is open in it. */
    protected boolean mayShrink(Row row, long generation) {
        return row.isEnded() && row.fence() == generation && row.open().equals(Slot.UNTOUCHED);
    }

    /** Rule: no vote for an attempt that began before the fence was raised. */
    protected boolean isFenced(Row row, Request.Offer offer) {
        return offer.value().base() < row.fence();
    }

    /**
     * Rule: a client operation that is in the window happened, and does not happen again. Only the
     * log decides that, so all acceptors that know the same versions answer the same.
     */
    protected Optional<Entry> earlierVersionOf(Row row, OpId op) {
        return Fold.findOperation(row, op, row.chosen() - OPERATION_WINDOW + 1);
    }
}
