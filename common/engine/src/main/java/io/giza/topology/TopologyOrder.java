package io.giza.topology;

import io.giza.replica.Account;
import io.giza.replica.Topology;

import java.util.Collection;
import java.util.List;

/**
 * An operator's order to change the topology.
 *
 * @param next the topology of the next epoch
 * @param accounts the accounts whose objects must stay readable
 * @param mayLoseData whether it is carried out although objects become unreadable
 */
public record TopologyOrder(Topology next, Collection<Account> accounts, boolean mayLoseData) {
    public TopologyOrder {
        accounts = List.copyOf(accounts);
    }
}
