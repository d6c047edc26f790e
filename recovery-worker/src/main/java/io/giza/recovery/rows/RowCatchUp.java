package io.giza.recovery.rows;

import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.version.VersionAccess;
import io.giza.worker.Pacer;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The story of a data center that was away: whatever its rows missed they learn, as a quorum knows
 * it. It may vote meanwhile, since what it promised and voted for it still has; but nobody who asks
 * it alone should find what the others know to be over.
 */
public final class RowCatchUp {
    private final VersionAccess access;
    private final Pacer pacer;
    private final Consumer<Outcome> tally;

    /**
     * Wires the story.
     *
     * @param tally hears how it stands with each row
     */
    public RowCatchUp(VersionAccess access, Pacer pacer, Consumer<Outcome> tally) {
        this.access = access;
        this.pacer = pacer;
        this.tally = tally;
    }

    /** How it stands with a row. */
    public enum Outcome {
        /** All data centers that answer know the same. */
        EQUAL,
        /** One that was behind knows what the others know now. */
        BROUGHT,
        /** One is behind, and could not be told now. */
        PENDING
    }

    /**
     * Looks at a row.
     *
     * @param rows what each data center has of it
     * @return whether they are even now
     */
    public boolean look(ObjectKey key, Map<DcName, Row> rows) {
        Outcome[] outcome = {Outcome.EQUAL};
        if (!RowDifference.of(rows).behind().isEmpty()) {
            pacer.step(() -> outcome[0] = bring(key, rows.keySet()));
        }
        tally.accept(outcome[0]);
        return outcome[0] != Outcome.PENDING;
    }

    private Outcome bring(ObjectKey key, Set<DcName> dcs) {
        Optional<Row> latest = access.latest(key);
        if (latest.isEmpty()) {
            return Outcome.PENDING;
        }
        Set<DcName> installed =
                access.metadata()
                        .committer()
                        .install(key, latest.get(), access.after(access.patience().commit()));
        return installed.containsAll(dcs) ? Outcome.BROUGHT : Outcome.PENDING;
    }
}
