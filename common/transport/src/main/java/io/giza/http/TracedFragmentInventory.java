package io.giza.http;

import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentInventory;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.Locale;

/** Counts and times the calls to an inventory, as {@link TracedFragmentStore} those to a store. */
public final class TracedFragmentInventory implements FragmentInventory {
    private final FragmentInventory inventory;
    private final HopMeter meter;

    /**
     * Watches an inventory.
     *
     * @param home the data center of the caller
     */
    public TracedFragmentInventory(
            FragmentInventory inventory, DcName home, Time time, MeterRegistry meters) {
        this.inventory = inventory;
        this.meter = HopMeter.ofFragments(meters, time, home, inventory.dc());
    }

    @Override
    public DcName dc() {
        return inventory.dc();
    }

    @Override
    public Page inventory(String after, int limit) throws ReplicaException {
        Hop hop = meter.begin("inventory");
        try {
            Page page = hop.call(() -> inventory.inventory(after, limit));
            hop.end("ok");
            return page;
        } catch (ReplicaException e) {
            hop.end(HopMeter.outcomeOf(e));
            throw e;
        }
    }

    @Override
    public Examination examine(String name) throws ReplicaException {
        Hop hop = meter.begin("examine");
        try {
            Examination found = hop.call(() -> inventory.examine(name));
            hop.end(found.finding().name().toLowerCase(Locale.ROOT));
            return found;
        } catch (ReplicaException e) {
            hop.end(HopMeter.outcomeOf(e));
            throw e;
        }
    }
}
