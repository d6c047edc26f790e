package io.giza.stripe.cache;

import io.giza.concurrent.Surroundings;
import io.giza.metrics.CounterFamily;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.FragmentFault;
import io.giza.stripe.read.ReadListener;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Copies of other data centers' fragments, in a store of this one: read first, and made while a
 * fragment is read whole from afar. A fragment never changes, and who reads one was told by a
 * quorum which version is the newest. So what is read from a copy is never stale.
 *
 * <p>It holds nothing itself. The store keeps as much as it has room for, and all gateways of the
 * data center share it.
 */
public final class FragmentCache {
    private final Surroundings surroundings;
    private final FragmentFormat format;
    private final FragmentStore copies;
    private final BooleanSupplier usable;
    private final CopySlots slots;
    private final CounterFamily<ReadFrom> reads;

    /** What became of the look for a copy. */
    enum ReadFrom {
        /** There was one. */
        HIT,
        /** There was none. */
        MISS,
        /** The store that has them did not answer. */
        FAILED
    }

    /**
     * Reads copies from a store.
     *
     * @param copies the store, which may forget any of them at any time
     * @param usable whether it is worth asking now
     */
    public FragmentCache(
            Surroundings surroundings,
            FragmentFormat format,
            FragmentStore copies,
            BooleanSupplier usable,
            MeterRegistry meters) {
        this.surroundings = surroundings;
        this.format = format;
        this.copies = copies;
        this.usable = usable;
        this.slots = new CopySlots(surroundings, copies, meters);
        this.reads =
                CounterFamily.of(
                        meters,
                        "giza.cache.reads",
                        "Reads of other data centers' fragments, by whether a copy was near",
                        "result",
                        ReadFrom.class);
    }

    /** Returns the same fragments, of which those of other data centers are looked for here. */
    public VersionFragments near(VersionFragments target) {
        DcName home = copies.dc();
        List<FragmentStore> stores = target.stores();
        return target.withStores(
                IntStream.range(0, stores.size())
                        .mapToObj(
                                index ->
                                        stores.get(index).dc().equals(home)
                                                ? stores.get(index)
                                                : new CachedFragment(
                                                        this,
                                                        stores.get(index),
                                                        length(target, index)))
                        .toList());
    }

    private long length(VersionFragments target, int index) {
        return format.headerLength(target.id(index)) + target.layout().bodyLength();
    }

    /** Returns a listener that deletes copies that are damaged, and tells {@code next} as well. */
    public ReadListener forgetting(ReadListener next) {
        return new ReadListener() {
            @Override
            public void faulty(Fault fault) {
                if (fault.kind() == FragmentFault.CORRUPT
                        || fault.kind() == FragmentFault.FOREIGN) {
                    surroundings.tasks().fork("forget-copy", () -> forget(fault.id()));
                }
                next.faulty(fault);
            }

            @Override
            public void hedged() {
                next.hedged();
            }

            @Override
            public void hedgeWon() {
                next.hedgeWon();
            }
        };
    }

    private void forget(FragmentId id) {
        try {
            copies.delete(id);
        } catch (ReplicaException e) {
            // A copy that stays is read around again, and deleted then.
            return;
        }
    }

    boolean isUsable() {
        return usable.getAsBoolean();
    }

    FragmentStore copies() {
        return copies;
    }

    CopySlots slots() {
        return slots;
    }

    void count(ReadFrom from) {
        reads.increment(from);
    }
}
