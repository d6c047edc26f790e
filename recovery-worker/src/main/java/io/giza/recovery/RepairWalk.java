package io.giza.recovery;

import io.giza.model.BucketId;
import io.giza.recovery.fragments.RepairSweep;
import io.giza.recovery.rows.RowWalk;
import io.giza.recovery.rows.RowWalk.Position;

import java.util.SortedSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Walks over rows, looks at the fragments of their versions, and rebuilds what is missing. Used by
 * one task.
 *
 * @param depth which versions are looked at
 */
record RepairWalk(RowWalk walk, RepairSweep fragments, RepairSweep.Depth depth) {
    /** Tells whether the last walk came to the end, whatever it left. */
    boolean isAtEnd() {
        return walk.isAtEnd();
    }

    /**
     * Goes on.
     *
     * @param from where to begin
     * @param savePoint is told from where a later walk may go on: all that was found before is
     *     repaired, or was tried
     * @param mayContinue asked before each row and each repair
     * @return whether it came to the end, all data centers answered, and nothing is left
     */
    boolean run(
            SortedSet<BucketId> spaces,
            Position from,
            Consumer<Position> savePoint,
            BooleanSupplier mayContinue) {
        if (from.equals(Position.BEGINNING)) {
            fragments.beginPass();
        }
        boolean isComplete =
                walk.walk(
                        spaces,
                        from,
                        (key, held) -> {
                            if (!fragments.hasCandidates()) {
                                savePoint.accept(walk.position());
                            }
                            return fragments.inspect(key, held.values(), depth, mayContinue);
                        },
                        mayContinue);
        boolean isWhole = fragments.repair(mayContinue);
        if (walk.isAtEnd()) {
            fragments.endPass();
        }
        return isWhole && isComplete;
    }
}
