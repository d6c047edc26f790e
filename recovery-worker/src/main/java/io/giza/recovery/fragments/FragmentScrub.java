package io.giza.recovery.fragments;

import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.stripe.FragmentInventory.Item;
import io.giza.stripe.FragmentInventory.Page;
import io.giza.version.VersionRepair;
import io.giza.worker.Pacer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A pass over the fragments of one data center that has each read and checked where it lies, and
 * rebuilds what is damaged. One of which not even the header can be read is found by who misses it
 * ({@link RepairSweep}). Those that could not be examined or repaired are left, and are all that
 * the next run looks at once the pass is over.
 */
public final class FragmentScrub {
    private static final Logger LOG = LoggerFactory.getLogger(FragmentScrub.class);
    private static final int PAGE = 200;

    /** So many failures in a row are those of the store. */
    private static final int MAX_FAILURES = 5;

    /** If more are left all are looked at again. */
    private static final int MAX_UNRESOLVED = 1000;

    /** So many times what was left is looked at alone; then all are again. */
    private static final int MAX_ROUNDS = 50;

    /** In front of a position if something before it is left; the whole of it after the pass. */
    private static final String UNRESOLVED_PREFIX = "left ";

    private final FragmentInventory inventory;
    private final VersionRepair repair;
    private final Pacer pacer;
    private final Tally tally;
    private final Map<String, Optional<FragmentHeader>> unresolved = new LinkedHashMap<>();

    /** Something is left that is not remembered by name. */
    private boolean hasForgotten;

    private String position = "";
    private int failures;
    private int rounds;

    /** Hears of each fragment that was looked at. */
    public interface Tally {
        /** How a fragment was found. */
        void examined(Examination found);

        /** One could not be examined. */
        void unexamined();

        /** The outcome for the version of a damaged one. */
        void repaired(VersionRepair.Outcome outcome);
    }

    /** Wires a scrub. */
    public FragmentScrub(
            FragmentInventory inventory, VersionRepair repair, Pacer pacer, Tally tally) {
        this.inventory = inventory;
        this.repair = repair;
        this.pacer = pacer;
        this.tally = tally;
    }

    /**
     * Returns where it is, for its next run or another's: empty at the beginning and at the end.
     */
    public String position() {
        return isAllDone() ? position : UNRESOLVED_PREFIX + position;
    }

    private boolean isAllDone() {
        return unresolved.isEmpty() && !hasForgotten;
    }

    /**
     * Goes on.
     *
     * @param from the {@link #position} of an earlier run
     * @param mayContinue asked before each fragment
     * @return whether it came to the end, all fragments were examined, and nothing is left that is
     *     damaged
     */
    public boolean run(String from, BooleanSupplier mayContinue) throws ReplicaException {
        failures = 0;
        if (!resume(from)) {
            return retryUnresolved(mayContinue);
        }
        boolean more = true;
        while (more) {
            Page page = inventory.inventory(position, PAGE);
            for (Item item : page.items()) {
                if (!mayContinue.getAsBoolean()) {
                    return false;
                }
                check(item.name(), item.header());
                position = item.name();
            }
            more = page.more();
        }
        position = "";
        boolean done = isAllDone();
        if (hasForgotten) {
            unresolved.clear();
            hasForgotten = false;
        }
        return done;
    }

    /** Returns whether there is a pass to go on with, and not only what it left. */
    private boolean resume(String from) {
        boolean hasUnresolved = from.startsWith(UNRESOLVED_PREFIX);
        position = hasUnresolved ? from.substring(UNRESOLVED_PREFIX.length()) : from;
        boolean isOver = hasUnresolved && position.isEmpty();
        rounds = isOver ? rounds + 1 : 0;
        if (!hasUnresolved || rounds > MAX_ROUNDS) {
            unresolved.clear();
            rounds = 0;
        }
        // What another worker left is not known here: all are looked at once more in the end.
        hasForgotten = hasUnresolved && !isOver && unresolved.isEmpty();
        return !isOver || unresolved.isEmpty();
    }

    private boolean retryUnresolved(BooleanSupplier mayContinue) throws ReplicaException {
        for (Map.Entry<String, Optional<FragmentHeader>> each :
                List.copyOf(unresolved.entrySet())) {
            if (!mayContinue.getAsBoolean()) {
                return false;
            }
            check(each.getKey(), each.getValue());
        }
        return isAllDone();
    }

    /** One that cannot be read does not keep the others from being looked at. */
    private void check(String name, Optional<FragmentHeader> header) throws ReplicaException {
        boolean[] done = {false};
        ReplicaException[] failed = new ReplicaException[1];
        pacer.step(
                () -> {
                    try {
                        done[0] = examine(name, header);
                    } catch (ReplicaException e) {
                        failed[0] = e;
                    } catch (RuntimeException e) {
                        LOG.atError().addKeyValue("fragment", name).setCause(e).log("went wrong");
                    }
                });
        if (done[0]) {
            unresolved.remove(name);
        } else {
            addUnresolved(name, header);
        }
        countFailure(name, failed[0]);
    }

    private void addUnresolved(String name, Optional<FragmentHeader> header) {
        if (unresolved.size() < MAX_UNRESOLVED || unresolved.containsKey(name)) {
            unresolved.put(name, header);
        } else {
            hasForgotten = true;
        }
    }

    private void countFailure(String name, @Nullable ReplicaException failed)
            throws ReplicaException {
        if (failed == null) {
            failures = 0;
            return;
        }
        tally.unexamined();
        LOG.atWarn()
                .addKeyValue("of", inventory.dc())
                .addKeyValue("fragment", name)
                .log("cannot be examined: {}", failed.getMessage());
        if (++failures > MAX_FAILURES) {
            throw failed;
        }
    }

    private boolean examine(String name, Optional<FragmentHeader> header) throws ReplicaException {
        Examination found = inventory.examine(name);
        tally.examined(found);
        return switch (found.finding()) {
            case WHOLE, POISON, ABSENT -> true;
            case LATER -> {
                LOG.atWarn()
                        .addKeyValue("of", inventory.dc())
                        .addKeyValue("fragment", name)
                        .log("is of a later format and is left");
                yield true;
            }
            case DAMAGED -> header.map(this::repair).orElse(true);
        };
    }

    private boolean repair(FragmentHeader header) {
        VersionRepair.Outcome outcome =
                repair.repair(
                        header.id().key(),
                        header.id().putId(),
                        VersionRepair.Symptoms.damaged(header.id().index()));
        tally.repaired(outcome);
        return outcome.isDone();
    }
}
