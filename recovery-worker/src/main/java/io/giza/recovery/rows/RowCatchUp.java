package io.giza.recovery.rows;

import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.version.VersionAccess;
import io.giza.worker.Pacer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What becomes of a data center that was away: whatever its rows missed they learn, as a quorum
 * knows it, and what a row alone knows of the data of a version the others learn. It may vote
 * meanwhile, since what it promised and voted for it still has; but nobody who asks it alone should
 * find what the others know to be over.
 */
public final class RowCatchUp {
    private final VersionAccess access;
    private final Pacer pacer;
    private final Consumer<Outcome> tally;
    private final OpenVersions open;

    /**
     * Runs over one cluster.
     *
     * @param tally counts the outcome of each row
     */
    public RowCatchUp(VersionAccess access, Pacer pacer, Consumer<Outcome> tally) {
        this.access = access;
        this.pacer = pacer;
        this.tally = tally;
        this.open = new OpenVersions(access, pacer);
    }

    /** The outcome of one row. */
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
    public boolean reconcile(ObjectKey key, Map<DcName, Row> rows) {
        RowDifference difference = RowDifference.of(rows);
        List<ResolutionGap> gaps = ResolutionGap.of(rows);
        Outcome[] outcome = {Outcome.EQUAL};
        if (!difference.behind().isEmpty() || !gaps.isEmpty()) {
            pacer.step(
                    () -> {
                        boolean isCaughtUp =
                                difference.behind().isEmpty() || installLatest(key, rows.keySet());
                        for (ResolutionGap each : gaps) {
                            isCaughtUp &= sendResolution(key, difference.most().generation(), each);
                        }
                        outcome[0] = isCaughtUp ? Outcome.BROUGHT : Outcome.PENDING;
                    });
        }
        tally.accept(outcome[0]);
        return open.note(key, rows) && outcome[0] != Outcome.PENDING;
    }

    /** Tells whether something of the rows that were looked at is still to be closed. */
    boolean hasOpenVersions() {
        return open.hasNoted();
    }

    /**
     * Closes the undecided versions of the rows that were looked at: nobody is caught up before.
     *
     * @param mayContinue asked often; once it says no, the rest is left to the next time
     * @return whether all of it is closed
     */
    public boolean closeOpenVersions(BooleanSupplier mayContinue) {
        return open.close(mayContinue);
    }

    private boolean installLatest(ObjectKey key, Set<DcName> dcs) {
        Optional<Row> latest = access.latest(key);
        return latest.isPresent()
                && access.metadata()
                        .committer()
                        .install(key, latest.get(), access.after(access.timeouts().commit()))
                        .containsAll(dcs);
    }

    private boolean sendResolution(ObjectKey key, long generation, ResolutionGap gaps) {
        return access.metadata()
                .resolutions()
                .recordEverywhere(
                        key,
                        generation,
                        gaps.resolved(),
                        gaps.unaware(),
                        access.after(access.timeouts().commit()));
    }
}
