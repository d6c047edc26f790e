package io.giza.recovery.replacement;

import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.ParallelTasks;
import io.giza.membership.Membership;
import io.giza.model.DcName;
import io.giza.replica.FragmentRepair;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks the stores of data centers what they know of the topology. */
public final class Members {
    private final StoreClients stores;
    private final long epoch;

    /** Asks in the epoch of who asks, and orders it where it is the next. */
    public Members(StoreClients stores) {
        this.stores = stores;
        this.epoch = stores.epoch();
    }

    /** What is known of a store. */
    public enum State {
        /** There is none: the data center holds no metadata. */
        NONE,
        /** It does not answer. */
        SILENT,
        /** It knows a later epoch than who asks, who is not listened to any more. */
        AHEAD,
        /** It took the place of a lost one, and is not filled yet. */
        JOINING,
        /** It holds all that it ever was given. */
        ACTIVE
    }

    /**
     * One data center.
     *
     * @param dc its name
     * @param table its table
     * @param fragments its fragment store
     */
    public record Member(DcName dc, State table, State fragments) {
        boolean isJoining() {
            return table == State.JOINING || fragments == State.JOINING;
        }

        boolean isAhead() {
            return table == State.AHEAD || fragments == State.AHEAD;
        }
    }

    /** Asks all data centers at once. */
    public List<Member> all() {
        return ParallelTasks.runAll(
                stores.access().surroundings(),
                "member",
                stores.repairs().keySet().stream()
                        .sorted()
                        .<Supplier<Member>>map(dc -> () -> of(dc))
                        .toList());
    }

    /** Asks one data center. */
    public Member of(DcName dc) {
        MetadataGroup tables = stores.access().metadata().group();
        FragmentRepair fragments = stores.repairs().get(dc);
        TableOrder.Raise raise = new TableOrder.Raise(epoch, tables.members());
        return new Member(
                dc,
                tables.names().contains(dc)
                        ? state(() -> tables.call(dc, table -> table.order(raise)).membership())
                        : State.NONE,
                fragments == null ? State.NONE : state(() -> fragments.order(raise)));
    }

    private interface StoreQuery {
        Membership ask() throws ReplicaException;
    }

    private State state(StoreQuery question) {
        return ask(question)
                .map(
                        membership ->
                                membership.epoch() > epoch
                                        ? State.AHEAD
                                        : membership.isJoining() || !membership.isInitialized()
                                                ? State.JOINING
                                                : State.ACTIVE)
                .orElse(State.SILENT);
    }

    private static Optional<Membership> ask(StoreQuery question) {
        try {
            return Optional.of(question.ask());
        } catch (ReplicaException e) {
            return Optional.empty();
        }
    }
}
