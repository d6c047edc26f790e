package io.giza.paxos;

import io.giza.model.DcName;
import io.giza.model.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The read rule: what is the latest chosen version, given the rows of some data centers?
 *
 * <p>Let h be the greatest number of versions that any row knows to be chosen; one row is proof.
 * Version h + 1 may be chosen only if some row accepted a value for it above the fast ballot, or
 * one value has so many fast votes that the silent data centers could complete a fast quorum.
 * Otherwise h is the latest, in one round trip, even while a put is undecided. (The paper's common
 * case looks at known committed versions alone; that is stale when a commit is still on its way.)
 */
public class LatestVersion {
    /** What the rows say. */
    public sealed interface Verdict {}

    /** Fewer than a classic quorum of rows were seen. */
    public record TooFew() implements Verdict {}

    /**
     * The latest chosen version is the last one of this row.
     *
     * @param row a row that knows it, with all that the others know of its data
     */
    public record Settled(Row row) implements Verdict {}

    /**
     * A version after the last one of {@code row} may have been chosen.
     *
     * @param row a row that knows the most versions
     * @param confirmable the value that may be confirmed without preparing a ballot
     * @param round the lowest round that is above all that was seen
     */
    public record Ambiguous(Row row, Optional<Value> confirmable, int round) implements Verdict {}

    /** Judges the rows seen, one of each data center. */
    public final Verdict judge(Quorums quorums, Map<DcName, Row> rows) {
        return judge(quorums, rows, votes -> mayBeChosen(quorums, votes, rows.size()));
    }

    /** Judges like {@link #judge}, but takes every open vote for one that may count. */
    public final Verdict judgeStrictly(Quorums quorums, Map<DcName, Row> rows) {
        return judge(quorums, rows, votes -> mustBeEnded(quorums, votes, rows.size()));
    }

    private static Verdict judge(
            Quorums quorums, Map<DcName, Row> rows, Predicate<List<@Nullable Vote>> open) {
        if (!quorums.isClassic(rows.size())) {
            return new TooFew();
        }
        Row latest = freshest(rows.values());
        List<@Nullable Vote> votes = new ArrayList<>();
        List<Slot> slots = new ArrayList<>();
        for (Row row : rows.values()) {
            if (row.generation() == latest.generation() && row.chosen() == latest.chosen()) {
                votes.add(row.open().vote());
                slots.add(row.open());
            }
        }
        return open.test(votes)
                ? new Ambiguous(
                        latest,
                        FastRound.confirmable(quorums, votes),
                        ClassicRound.roundAboveSlots(slots))
                : new Settled(latest);
    }

    /**
     * Returns the row that knows the most versions of the newest generation, with what the others
     * know of their data. One row of a generation proves that those before it ended, so rows of
     * earlier ones count as empty; a row that ends in DROP is the empty row of the next.
     */
    public static Row freshest(Collection<Row> rows) {
        Row latest = Row.ABSENT;
        for (Row each : rows) {
            Row row = each.orNextGeneration();
            if (row.generation() > latest.generation()
                    || (row.generation() == latest.generation()
                            && row.chosen() >= latest.chosen())) {
                latest = row;
            }
        }
        for (Row row : rows) {
            if (row.generation() == latest.generation()) {
                latest = latest.learn(row.log());
            }
        }
        return latest;
    }

    /** Rule: must what was voted for be ended by who looks for everything there is? */
    protected boolean mustBeEnded(Quorums quorums, Collection<@Nullable Vote> votes, int answered) {
        return votes.stream().anyMatch(Objects::nonNull);
    }

    /** Rule: can the version after the freshest row's last have been chosen? */
    protected boolean mayBeChosen(Quorums quorums, Collection<@Nullable Vote> votes, int answered) {
        for (Vote vote : votes) {
            if (vote != null && !vote.ballot().equals(Ballot.FAST)) {
                return true;
            }
        }
        return FastVotes.count(votes).values().stream()
                .anyMatch(count -> quorums.mayBeFastChosen(count, answered));
    }
}
