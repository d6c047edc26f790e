package io.giza.recovery;

import io.giza.recovery.fragments.RepairSweep;
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

    private final Share share;
    private final RowWalk walk;
    private final RowCatchUp rows;
    private final RepairSweep fragments;
    private String position = "";

    CatchUpJob(Share share, RowWalk walk, RowCatchUp rows, RepairSweep fragments) {
        this.share = share;
        this.walk = walk;
        this.rows = rows;
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
        boolean done = true;
        if (!position.startsWith(FRAGMENTS)) {
            done = bringRows(goesOn);
            done &= rows.closeOpen(goesOn);
            if (!walk.isAtEnd()) {
                return false;
            }
            position = FRAGMENTS;
        }
        done &= rebuildFragments(goesOn);
        if (walk.isAtEnd()) {
            position = "";
        }
        return done;
    }

    private boolean bringRows(BooleanSupplier goesOn) throws ReplicaException {
        return walk.walk(
                share.spaces(),
                Position.of(position),
                (key, held) -> {
                    position = walk.position().toString();
                    return rows.look(key, held);
                },
                goesOn);
    }

    private boolean rebuildFragments(BooleanSupplier goesOn) throws ReplicaException {
        Position from = Position.of(position.substring(FRAGMENTS.length()));
        boolean whole =
                walk.walk(
                        share.spaces(),
                        from,
                        (key, held) -> {
                            if (!fragments.hasFound()) {
                                position = FRAGMENTS + walk.position();
                            }
                            return fragments.look(
                                    key, held.values(), RepairSweep.Depth.DEGRADED, goesOn);
                        },
                        goesOn);
        return fragments.repair(goesOn) && whole;
    }
}
