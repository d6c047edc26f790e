package io.giza.recovery;

import io.giza.recovery.fragments.RepairSweep;
import io.giza.recovery.rows.CatchUpPass;
import io.giza.recovery.rows.RowCatchUp;
import io.giza.recovery.rows.RowWalk;
import io.giza.recovery.rows.RowWalk.Position;
import io.giza.replica.ReplicaException;
import io.giza.worker.Job;

import java.util.function.BooleanSupplier;

/**
 * Brings data centers that were away to where the others are: first what their rows missed, then
 * the fragments of what was put without them.
 */
final class CatchUpJob implements Job {
    private static final String FRAGMENTS = "fragments ";

    /** Something is left of the rows, so that a pass which ends now is not done. */
    private static final String FRAGMENTS_ROWS_LEFT = "rows are left, fragments ";

    private final KeySpaceShare share;
    private final CatchUpPass rows;
    private final RepairWalk fragments;
    private String position = "";

    CatchUpJob(KeySpaceShare share, RowWalk walk, RowCatchUp rows, RepairSweep fragments) {
        this.share = share;
        this.rows = new CatchUpPass(walk, rows);
        this.fragments = new RepairWalk(walk, fragments, RepairSweep.Depth.DEGRADED);
    }

    @Override
    public String name() {
        return "recovery/catch-up/" + share.dc();
    }

    @Override
    public String position() {
        return position;
    }

    @Override
    public void resume(String from) {
        position = from;
    }

    @Override
    public boolean run(BooleanSupplier mayContinue) throws ReplicaException {
        if (!isInStage(FRAGMENTS) && !isInStage(FRAGMENTS_ROWS_LEFT)) {
            boolean isCaughtUp = catchUpRows(mayContinue);
            if (!rows.isAtEnd()) {
                return false;
            }
            position = isCaughtUp ? FRAGMENTS : FRAGMENTS_ROWS_LEFT;
        }
        String stage = isInStage(FRAGMENTS) ? FRAGMENTS : FRAGMENTS_ROWS_LEFT;
        boolean done = rebuildFragments(stage, mayContinue);
        if (fragments.isAtEnd()) {
            position = "";
        }
        return done && stage.equals(FRAGMENTS);
    }

    private boolean isInStage(String stage) {
        return position.startsWith(stage);
    }

    private boolean catchUpRows(BooleanSupplier mayContinue) throws ReplicaException {
        return rows.run(
                share.spaces(),
                position,
                () -> {
                    position = rows.position();
                    return mayContinue.getAsBoolean();
                });
    }

    private boolean rebuildFragments(String stage, BooleanSupplier mayContinue)
            throws ReplicaException {
        return fragments.run(
                share.spaces(),
                Position.of(position.substring(stage.length())),
                reached -> position = stage + reached,
                mayContinue);
    }
}
