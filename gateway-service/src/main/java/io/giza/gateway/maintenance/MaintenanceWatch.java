package io.giza.gateway.maintenance;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.maintenance.MaintenanceLease.Free;
import io.giza.gateway.maintenance.MaintenanceLease.Held;
import io.giza.gateway.maintenance.MaintenanceLease.Taken;
import io.giza.gateway.maintenance.MaintenanceLease.Unavailable;
import io.giza.model.DcName;

import org.jspecify.annotations.Nullable;

import java.util.Set;
import java.util.function.Consumer;

/**
 * Knows at which data center operators work, as of its last look, so that a gateway does not wait
 * for what they take down, and tells that nobody needs to be called for it.
 */
public final class MaintenanceWatch {
    private final MaintenanceLease lease;
    private final Surroundings surroundings;
    private final Consumer<Set<DcName>> onLook;
    private volatile @Nullable Maintenance current;

    /**
     * Watches for a gateway.
     *
     * @param onLook is told after each look at which data centers operators work
     */
    public MaintenanceWatch(
            MaintenanceLease lease, Surroundings surroundings, Consumer<Set<DcName>> onLook) {
        this.lease = lease;
        this.surroundings = surroundings;
        this.onLook = onLook;
    }

    /** Looks once; what is known stays where nobody can tell, until its time is over. */
    public void look() {
        switch (lease.current()) {
            case Held(Maintenance maintenance) -> current = maintenance;
            case Free _ -> current = null;
            case Taken _, Unavailable _ -> {}
        }
        onLook.accept(dcs());
    }

    private Set<DcName> dcs() {
        Maintenance now = current;
        return now != null && surroundings.time().instant().isBefore(now.until())
                ? Set.of(now.dc())
                : Set.of();
    }

    /** Tells whether operators work at a data center, as far as this gateway knows. */
    public boolean isAt(DcName dc) {
        return dcs().contains(dc);
    }
}
