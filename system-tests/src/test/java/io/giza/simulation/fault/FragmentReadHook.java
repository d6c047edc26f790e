package io.giza.simulation.fault;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;

/** Something that happens once, before a gateway looks at fragments: its looks wait for it. */
public final class FragmentReadHook implements Reach {
    private final Simulation simulation;
    private final Reach reach;
    private final Runnable event;
    private boolean begun;
    private boolean happened;

    public FragmentReadHook(Simulation simulation, Reach reach, Runnable event) {
        this.simulation = simulation;
        this.reach = reach;
        this.event = event;
    }

    public boolean happened() {
        return happened;
    }

    private void await() {
        while (begun && !happened) {
            simulation.scenario().time().sleep(Duration.ofMillis(100));
        }
        if (!begun) {
            begun = true;
            event.run();
            happened = true;
        }
    }

    @Override
    public MetadataReplica metadata(DcName from, MetadataReplica replica) {
        return reach.metadata(from, replica);
    }

    @Override
    public FragmentStore fragments(DcName from, FragmentStore store) {
        return new ForwardingFragmentStore(reach.fragments(from, store)) {
            @Override
            public FragmentRead read(FragmentId id, long offset, long length)
                    throws ReplicaException {
                await();
                return super.read(id, offset, length);
            }
        };
    }
}
