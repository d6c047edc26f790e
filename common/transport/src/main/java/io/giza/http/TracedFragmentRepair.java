package io.giza.http;

import io.giza.concurrent.Time;
import io.giza.membership.Membership;
import io.giza.model.DcName;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.micrometer.core.instrument.MeterRegistry;

/** Repairs through stores whose calls are counted and timed by {@link TracedFragmentStore}. */
public final class TracedFragmentRepair implements FragmentRepair {
    private final FragmentRepair repair;
    private final DcName home;
    private final Time time;
    private final MeterRegistry meters;

    /**
     * Watches what repairs a store.
     *
     * @param home the data center of the caller
     */
    public TracedFragmentRepair(
            FragmentRepair repair, DcName home, Time time, MeterRegistry meters) {
        this.repair = repair;
        this.home = home;
        this.time = time;
        this.meters = meters;
    }

    @Override
    public DcName dc() {
        return repair.dc();
    }

    @Override
    public FragmentStore rebuilding(long epoch) {
        return new TracedFragmentStore(repair.rebuilding(epoch), home, time, meters);
    }

    @Override
    public FragmentStore replacing(long epoch) {
        return new TracedFragmentStore(repair.replacing(epoch), home, time, meters);
    }

    @Override
    public Membership order(TableOrder.OfMembership order) throws ReplicaException {
        return repair.order(order);
    }
}
