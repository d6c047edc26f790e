package io.giza.http;

import io.giza.concurrent.Time;
import io.giza.concurrent.Trace;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentInventory;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.Locale;

/** Counts and times the calls to an inventory, as {@link TracedFragmentStore} those to a store. */
public final class TracedFragmentInventory implements FragmentInventory {
    private final FragmentInventory inventory;
    private final Time time;
    private final HopMeter meter;

    /**
     * Watches an inventory.
     *
     * @param home the data center of the caller
     */
    public TracedFragmentInventory(
            FragmentInventory inventory, DcName home, Time time, MeterRegistry meters) {
        this.inventory = inventory;
        this.time = time;
        this.meter = new HopMeter(meters, "fragment", home, inventory.dc());
    }

    @Override
    public DcName dc() {
        return inventory.dc();
    }

    @Override
    public Page inventory(String after, int limit) throws ReplicaException {
        long start = time.nanos();
        try {
            Page page = inventory.inventory(after, limit);
            note("inventory", "ok", start);
            return page;
        } catch (ReplicaException e) {
            note("inventory", HopMeter.outcomeOf(e), start);
            throw e;
        }
    }

    @Override
    public Examination examine(String name) throws ReplicaException {
        long start = time.nanos();
        try {
            Examination found = inventory.examine(name);
            note("examine", found.finding().name().toLowerCase(Locale.ROOT), start);
            return found;
        } catch (ReplicaException e) {
            note("examine", HopMeter.outcomeOf(e), start);
            throw e;
        }
    }

    private void note(String op, String outcome, long start) {
        long end = time.nanos();
        if (meter.isCrossing()) {
            Trace.crossed(start, end);
        }
        meter.note(op, outcome, end - start);
    }
}
