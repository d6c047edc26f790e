package io.giza.recovery;

import io.giza.recovery.fragments.RepairSweep;
import io.giza.recovery.rows.RowWalk;
import io.giza.recovery.rows.RowWalk.Position;
import io.giza.replica.ReplicaException;
import io.giza.worker.Job;

import java.util.function.BooleanSupplier;

/** Looks whether all fragments of all versions are there, and rebuilds what is missing. */
final class VersionScrubJob implements Job {
    private final KeySpaceShare share;
    private final RepairWalk repair;
    private String position = "";

    VersionScrubJob(KeySpaceShare share, RowWalk walk, RepairSweep fragments) {
        this.share = share;
        this.repair = new RepairWalk(walk, fragments, RepairSweep.Depth.ALL);
    }

    @Override
    public String name() {
        return "scrub/versions/" + share.dc();
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
        boolean isComplete =
                repair.run(
                        share.spaces(),
                        Position.of(position),
                        reached -> position = reached.toString(),
                        mayContinue);
        if (repair.isAtEnd()) {
            position = "";
        }
        return isComplete;
    }
}
