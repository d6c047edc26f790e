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
    private static final String UNEVEN = "rows are left, fragments ";

    private final Share share;
    private final RowWalk walk;
    private final CatchUpPass rows;
    private final RepairSweep fragments;
    private String position = "";

    CatchUpJob(Share share, RowWalk walk, RowCatchUp rows, RepairSweep fragments) {
        this.share = share;
        this.walk = walk;
        this.rows = new CatchUpPass(walk, rows);
        this.fragments = fragments;
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
    public boolean run(BooleanSupplier goesOn) throws ReplicaException {
        if (!isAt(FRAGMENTS) && !isAt(UNEVEN)) {
            boolean even = bringRows(goesOn);
            if (!rows.isAtEnd()) {
                return false;
            }
            position = even ? FRAGMENTS : UNEVEN;
        }
        String stage = isAt(FRAGMENTS) ? FRAGMENTS : UNEVEN;
        boolean done = rebuildFragments(stage, goesOn);
        if (walk.isAtEnd()) {
            position = "";
        }
        return done && stage.equals(FRAGMENTS);
    }

    private boolean isAt(String stage) {
        return position.startsWith(stage);
    }

    private boolean bringRows(BooleanSupplier goesOn) throws ReplicaException {
        return rows.run(
                share.spaces(),
                position,
                () -> {
                    position = rows.position();
                    return goesOn.getAsBoolean();
                });
    }

    private boolean rebuildFragments(String stage, BooleanSupplier goesOn) throws ReplicaException {
        Position from = Position.of(position.substring(stage.length()));
        boolean whole =
                walk.walk(
                        share.spaces(),
                        from,
                        (key, held) -> {
                            if (!fragments.hasFound()) {
                                position = stage + walk.position();
                            }
                            return fragments.look(
                                    key, held.values(), RepairSweep.Depth.DEGRADED, goesOn);
                        },
                        goesOn);
        return fragments.repair(goesOn) && whole;
    }
}
