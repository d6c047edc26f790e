package io.giza.topology;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.membership.Membership;
import io.giza.model.DcName;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.FragmentRepair;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Orders the epoch of a decided topology of all stores. */
final class EpochRaise {
    private final MetadataGroup tables;
    private final Map<DcName, FragmentRepair> stores;

    /**
     * Orders the epoch of a group. Stores are asked in the order of their names, so that the same
     * seed gives the same run.
     *
     * @param tables the tables, as they are reached in the epoch
     * @param stores the fragment stores, as they are reached in it
     */
    EpochRaise(MetadataGroup tables, Map<DcName, FragmentRepair> stores) {
        this.tables = tables;
        this.stores = new TreeMap<>(stores);
    }

    private interface Orders {
        Membership give(TableOrder.OfMembership order) throws ReplicaException;
    }

    /** A store of a data center, which has two. */
    private record Store(DcName dc, boolean isTable, Orders orders) {}

    /**
     * Orders it, and waits until a classic quorum of tables serves the epoch and agrees on who
     * decides in it. The others are not waited for long.
     *
     * @return whether such a quorum does
     */
    boolean run(Deadline deadline) {
        Fanout<Store, Membership> fanout = tables.newFanout();
        List<Store> all = all();
        all.forEach(store -> fanout.ask(store, store.dc(), () -> raise(store)));
        Set<DcName> serving = new HashSet<>();
        for (int pending = all.size(); pending > 0; pending--) {
            boolean isServed = tables.quorums().isClassic(serving.size());
            Optional<Arrival<Store, Membership>> arrival =
                    fanout.next(isServed ? hedgeEnd(deadline) : deadline);
            if (arrival.isEmpty()) {
                break;
            }
            if (arrival.get() instanceof Arrival.Answered<Store, Membership> answered
                    && answered.topic().isTable()
                    && agrees(answered.answer())) {
                serving.add(answered.dc());
            }
        }
        return tables.quorums().isClassic(serving.size());
    }

    private Deadline hedgeEnd(Deadline deadline) {
        return CommitSettings.DEFAULTS.hedgeEnd(tables.surroundings().time(), deadline);
    }

    private List<Store> all() {
        List<Store> all = new ArrayList<>();
        tables.names()
                .forEach(
                        dc ->
                                all.add(
                                        new Store(
                                                dc,
                                                true,
                                                order ->
                                                        tables.call(dc, table -> table.order(order))
                                                                .membership())));
        stores.forEach((dc, store) -> all.add(new Store(dc, false, store::order)));
        return all;
    }

    /**
     * A store that slept through epochs is taken through them one by one. Nobody has a quorum in
     * those any more, so who decided in them is not said.
     */
    private Membership raise(Store store) throws ReplicaException {
        TableOrder.Raise last = new TableOrder.Raise(tables.epoch(), tables.members());
        Membership now = store.orders().give(last);
        for (long next = now.epoch() + 1;
                now.isInitialized() && next == now.epoch() + 1 && next < tables.epoch();
                next++) {
            now = store.orders().give(new TableOrder.Raise(next));
        }
        return now.isInitialized() && now.epoch() < tables.epoch()
                ? store.orders().give(last)
                : now;
    }

    /**
     * A joining table counts for nobody until it has rows. One of a later epoch has passed through
     * this one, and whoever takes this one up learns of the later one next.
     */
    private boolean agrees(Membership membership) {
        boolean isServed =
                membership.epoch() == tables.epoch()
                        && membership.members().equals(tables.members());
        return !membership.isJoining() && (isServed || membership.epoch() > tables.epoch());
    }
}
