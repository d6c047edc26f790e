package io.giza.recovery;

import io.giza.model.DcName;
import io.giza.recovery.fragments.FragmentScrub;
import io.giza.replica.ReplicaException;
import io.giza.worker.Job;

import java.util.function.BooleanSupplier;

/** Has all fragments of a data center read and checked, and rebuilds what is damaged. */
final class FragmentScrubJob implements Job {
    private final DcName dc;
    private final FragmentScrub scrub;
    private String from = "";

    FragmentScrubJob(DcName dc, FragmentScrub scrub) {
        this.dc = dc;
        this.scrub = scrub;
    }

    @Override
    public String name() {
        return "scrub/fragments/" + dc;
    }

    @Override
    public String position() {
        return scrub.position();
    }

    @Override
    public void resume(String position) {
        from = position;
    }

    @Override
    public boolean run(BooleanSupplier mayContinue) throws ReplicaException {
        return scrub.run(from, mayContinue);
    }
}
