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
    private final RowWalk walk;
    private final RepairSweep fragments;
    private String position = "";

    VersionScrubJob(KeySpaceShare share, RowWalk walk, RepairSweep fragments) {
        this.share = share;
        this.walk = walk;
        this.fragments = fragments;
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
                walk.walk(
                        share.spaces(),
                        Position.of(position),
                        (key, held) -> {
                            if (!fragments.hasCandidates()) {
                                position = walk.position().toString();
                            }
                            return fragments.inspect(
                                    key, held.values(), RepairSweep.Depth.ALL, mayContinue);
                        },
                        mayContinue);
        isComplete &= fragments.repair(mayContinue);
        if (walk.isAtEnd()) {
            position = "";
        }
        return isComplete;
    }
}
