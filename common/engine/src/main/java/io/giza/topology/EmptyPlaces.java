package io.giza.topology;

import io.giza.commit.group.MetadataGroup;
import io.giza.membership.Membership;
import io.giza.model.DcName;
import io.giza.replica.FragmentRepair;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;

import java.util.Map;
import java.util.Optional;

/**
 * The places that the current epoch gave to empty stores. A store takes its place in that very
 * epoch, so the next one has to wait until it did.
 */
final class EmptyPlaces {
    private final Topology current;
    private final MetadataGroup tables;
    private final Map<DcName, FragmentRepair> stores;

    EmptyPlaces(Topology current, LiveTopology.Reach<?> reach) {
        this.current = current;
        this.tables = reach.metadata().group();
        this.stores = reach.stores();
    }

    /** Says which place is not taken, and not given to another store either; empty if none. */
    Optional<String> refusal(Topology next) {
        Map<DcName, DataCenter> after = next.byName();
        for (DataCenter dc : current.dataCenters()) {
            DataCenter then = after.get(dc.name());
            boolean isGivenAgain = then == null || then.since() == next.epoch();
            if (dc.since() == current.epoch() && !isGivenAgain && !isTaken(dc)) {
                return Optional.of(
                        "%s takes its place in epoch %d and did not do so yet: start its empty services and wait until they join, or replace it again with since %d"
                                .formatted(dc.name(), current.epoch(), next.epoch()));
            }
        }
        return Optional.empty();
    }

    private boolean isTaken(DataCenter dc) {
        TableOrder.Raise query = new TableOrder.Raise(current.epoch(), tables.members());
        FragmentRepair store = stores.get(dc.name());
        try {
            return (!tables.names().contains(dc.name())
                            || hasJoined(
                                    tables.call(dc.name(), table -> table.order(query))
                                            .membership(),
                                    dc))
                    && (store == null || hasJoined(store.order(query), dc));
        } catch (ReplicaException e) {
            return false;
        }
    }

    private static boolean hasJoined(Membership store, DataCenter dc) {
        return store.isInitialized() && store.joined() == dc.since();
    }
}
