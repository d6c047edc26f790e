package io.giza.gc.sweep;

import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.worker.Job;

import java.util.function.BooleanSupplier;

/**
 * The sweep of the fragments of one data center.
 *
 * @param dc the data center
 * @param sweep goes over its store
 */
record FragmentJob(DcName dc, FragmentSweep sweep) implements Job {
    @Override
    public String name() {
        return "gc/fragments/" + dc;
    }

    @Override
    public boolean run(BooleanSupplier mayContinue) throws ReplicaException {
        return sweep.sweep(mayContinue);
    }
}
