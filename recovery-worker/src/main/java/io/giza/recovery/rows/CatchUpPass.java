package io.giza.recovery.rows;

import io.giza.model.BucketId;
import io.giza.recovery.rows.RowWalk.Position;

import java.util.SortedSet;
import java.util.function.BooleanSupplier;

/**
 * A pass that brings rows to where the others are, with the position from which another worker may
 * go on. That passes no row of which something is left: what is noted here alone is lost with this
 * worker. Used by one task.
 */
public final class CatchUpPass {
    private final RowWalk walk;
    private final RowCatchUp rows;
    private String position = "";
    private boolean isCaughtUp;

    /** Walks by {@code walk}, and brings each row by {@code rows}. */
    public CatchUpPass(RowWalk walk, RowCatchUp rows) {
        this.walk = walk;
        this.rows = rows;
    }

    /** Returns from where to go on, in words of its own. */
    public String position() {
        return position;
    }

    /** Tells whether the last pass came to the end, whatever it left. */
    public boolean isAtEnd() {
        return walk.isAtEnd();
    }

    /**
     * Goes on.
     *
     * @param from the position of an earlier pass, empty at the beginning
     * @param mayContinue asked before each row
     * @return whether it came to the end, all data centers answered, and nothing is left
     */
    public boolean run(SortedSet<BucketId> spaces, String from, BooleanSupplier mayContinue) {
        position = from;
        isCaughtUp = true;
        boolean done =
                walk.walk(
                        spaces,
                        Position.of(from),
                        (key, held) -> {
                            if (isCaughtUp && !rows.hasOpenVersions()) {
                                position = walk.position().toString();
                            }
                            isCaughtUp &= rows.reconcile(key, held);
                            return isCaughtUp;
                        },
                        mayContinue);
        return rows.closeOpenVersions(mayContinue) && done;
    }
}
