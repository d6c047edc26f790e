package io.giza.simulation.membership;

import io.giza.membership.Seat;
import io.giza.model.DcName;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The addresses of data centers, and the stores that lie behind them now. */
final class StoreAddresses {
    private final ClusterSeats places;
    private final boolean knowsStores;
    private final Runnable misdirected;
    private final Map<DcName, MountedStore> mounted = new LinkedHashMap<>();
    private @Nullable DcName away;

    /**
     * Makes addresses behind which nobody is.
     *
     * @param knowsStores whether a call reaches only the store that the caller means
     * @param misdirected runs when a call comes to another
     */
    StoreAddresses(ClusterSeats places, boolean knowsStores, Runnable misdirected) {
        this.places = places;
        this.knowsStores = knowsStores;
        this.misdirected = misdirected;
    }

    /** Returns who is behind each address, to be changed. */
    Map<DcName, MountedStore> mounted() {
        return mounted;
    }

    /** Nobody answers there, and at the others whoever is there. */
    void takeAway(DcName dc) {
        away = dc;
    }

    /** Whoever is there answers. */
    void bringBack() {
        away = null;
    }

    /** Returns an address: whoever is there answers, if it is the store that the caller means. */
    MetadataReplica replicaAt(DcName dc) {
        Seat expected = places.seat(dc);
        return new AddressedReplica(dc, () -> storeBehind(dc, expected));
    }

    private MetadataReplica storeBehind(DcName dc, Seat expected) throws ReplicaException {
        MountedStore store = mounted.get(dc);
        if (store == null || dc.equals(away)) {
            throw new ReplicaException.Unreachable(dc, new IOException("nobody is there"));
        }
        if (knowsStores && store.table().membership().mismatchWith(expected).isPresent()) {
            misdirected.run();
            throw new ReplicaException.Refused(dc, "another store", null);
        }
        return store.replica();
    }
}
