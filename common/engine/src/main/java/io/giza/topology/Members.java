package io.giza.topology;

import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.membership.Membership;
import io.giza.model.DcName;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.FragmentRepair;
import io.giza.replica.TableOrder;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Asks the stores of data centers for their membership. */
public final class Members {
    private final MetadataGroup tables;
    private final Map<DcName, FragmentRepair> stores;

    /**
     * Asks in the epoch of the group, and orders it where it is the next.
     *
     * @param stores the fragment stores, as they are reached in that epoch
     */
    public Members(MetadataGroup tables, Map<DcName, FragmentRepair> stores) {
        this.tables = tables;
        this.stores = Map.copyOf(stores);
    }

    /** The state of a store. */
    public enum State {
        /** The data center has no such store. */
        NONE,
        /** It did not answer. */
        SILENT,
        /** It serves a later epoch than the group's. */
        AHEAD,
        /** It serves no epoch yet, and waits for the order to join. */
        EMPTY,
        /** It takes the place of a lost store, and is not filled yet. */
        JOINING,
        /** It holds all that it ever was given. */
        ACTIVE
    }

    /**
     * A store.
     *
     * @param joined the epoch in which it took the place of a lost store, 0 if it did not
     */
    public record Store(State state, long joined) {
        private static final Store NONE = new Store(State.NONE, 0);
        private static final Store SILENT = new Store(State.SILENT, 0);

        /** Whether it is in the place that was given in an epoch, 0 for the first. */
        boolean isInPlace(long since) {
            return switch (state) {
                case NONE -> true;
                case SILENT, EMPTY -> false;
                case AHEAD, JOINING, ACTIVE -> joined == since;
            };
        }

        /** Whether it is not filled yet. */
        public boolean isJoining() {
            return state == State.EMPTY || state == State.JOINING;
        }
    }

    /**
     * A data center.
     *
     * @param dc its name
     * @param table its table
     * @param fragments its fragment store
     */
    public record Member(DcName dc, Store table, Store fragments) {
        /** Whether a store of it is not filled yet. */
        public boolean isJoining() {
            return table.isJoining() || fragments.isJoining();
        }

        /** Whether a store of it serves a later epoch. */
        public boolean isAhead() {
            return table.state() == State.AHEAD || fragments.state() == State.AHEAD;
        }
    }

    /** A store to ask: the table of a data center, or its fragment store. */
    private record Query(DcName dc, boolean isTable) {}

    /** Asks all data centers at once; a store without an answer by the deadline is silent. */
    public List<Member> all(Deadline deadline) {
        TreeSet<DcName> names = new TreeSet<>(tables.names());
        names.addAll(stores.keySet());
        return ask(List.copyOf(names), deadline);
    }

    /** Asks a data center. */
    public Member of(DcName dc, Deadline deadline) {
        return ask(List.of(dc), deadline).getFirst();
    }

    private List<Member> ask(List<DcName> names, Deadline deadline) {
        Map<Query, Store> answers = new HashMap<>();
        Fanout<Query, Membership> fanout = tables.newFanout();
        TableOrder.Raise raise = new TableOrder.Raise(tables.epoch(), tables.members());
        for (DcName dc : names) {
            FragmentRepair store = stores.get(dc);
            if (tables.names().contains(dc)) {
                answers.put(new Query(dc, true), Store.SILENT);
                fanout.ask(
                        new Query(dc, true),
                        dc,
                        () -> tables.call(dc, table -> table.order(raise)).membership());
            }
            if (store != null) {
                answers.put(new Query(dc, false), Store.SILENT);
                fanout.ask(new Query(dc, false), dc, () -> store.order(raise));
            }
        }
        for (int pending = answers.size(); pending > 0; pending--) {
            Optional<Arrival<Query, Membership>> arrival = fanout.next(deadline);
            if (arrival.isEmpty()) {
                break;
            }
            if (arrival.get() instanceof Arrival.Answered<Query, Membership> answered) {
                answers.put(answered.topic(), store(answered.answer()));
            }
        }
        return names.stream()
                .map(
                        dc ->
                                new Member(
                                        dc,
                                        answers.getOrDefault(new Query(dc, true), Store.NONE),
                                        answers.getOrDefault(new Query(dc, false), Store.NONE)))
                .toList();
    }

    private Store store(Membership membership) {
        return new Store(state(membership), membership.joined());
    }

    private State state(Membership membership) {
        if (!membership.isInitialized()) {
            return State.EMPTY;
        }
        if (membership.epoch() > tables.epoch()) {
            return State.AHEAD;
        }
        return membership.isJoining() ? State.JOINING : State.ACTIVE;
    }
}
