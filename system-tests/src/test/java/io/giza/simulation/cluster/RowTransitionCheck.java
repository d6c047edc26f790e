package io.giza.simulation.cluster;

import io.giza.model.DcName;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.paxos.Vote;

import org.jspecify.annotations.Nullable;

import java.util.function.Supplier;

/** What a row may become within a generation: what it promised, voted and knows never goes back. */
final class RowTransitionCheck {
    private RowTransitionCheck() {}

    /** Checks I4. */
    static void check(DcName dc, Row before, Row after) {
        Supplier<String> what = () -> "I4: at " + dc + " " + before + " became " + after;
        VoteOracle.check(
                after.chosen() >= before.chosen()
                        && after.fence() >= before.fence()
                        && after.epoch() >= before.epoch(),
                what);
        if (after.chosen() == before.chosen()) {
            VoteOracle.check(
                    after.open().promised().compareTo(before.open().promised()) >= 0, what);
            VoteOracle.check(
                    before.open().vote() == null || rises(before, after.open().vote()), what);
        }
        for (Entry entry : before.log()) {
            Entry now = after.entry(entry.version()).orElse(entry);
            VoteOracle.check(mayBecome(entry.resolution(), now.resolution()), what);
        }
    }

    private static boolean mayBecome(Resolution before, Resolution after) {
        return before == after
                || switch (before) {
                    case UNRESOLVED -> true;
                    case VISIBLE -> after == Resolution.DEGRADED || after == Resolution.REPAIRED;
                    case DEGRADED -> after == Resolution.REPAIRED;
                    case REPAIRED, ABORTED -> false;
                };
    }

    private static boolean rises(Row before, @Nullable Vote after) {
        Vote earlier = before.open().vote();
        return after != null && earlier != null && after.ballot().compareTo(earlier.ballot()) >= 0;
    }
}
