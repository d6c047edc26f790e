package io.giza.recovery.fragments;

import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.stripe.FragmentInventory.Item;
import io.giza.stripe.FragmentInventory.Page;
import io.giza.version.VersionRepair;
import io.giza.worker.Pacer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A pass over the fragments of one data center that has each read and checked where it lies, and
 * makes anew what is damaged. One of which not even the header can be read is found by who misses
 * it ({@link RepairSweep}).
 */
public final class FragmentScrub {
    private static final Logger LOG = LoggerFactory.getLogger(FragmentScrub.class);
    private static final int PAGE = 200;

    /** So many failures in a row are those of the store. */
    private static final int MOST_FAILURES = 5;

    private final FragmentInventory inventory;
    private final VersionRepair repair;
    private final Pacer pacer;
    private final Tally tally;
    private String position = "";
    private int failures;

    /** Hears of each fragment that was read. */
    public interface Tally {
        /** How a fragment was found. */
        void examined(Examination found);

        /** How it stands with the version of a damaged one. */
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

    /** Returns the name up to which it came, empty at the beginning and at the end. */
    public String position() {
        return position;
    }

    /**
     * Goes on.
     *
     * @param from the name after which to begin
     * @param goesOn asked before each fragment
     * @return whether it came to the end, and nothing that is damaged is left
     */
    public boolean run(String from, BooleanSupplier goesOn) throws ReplicaException {
        position = from;
        failures = 0;
        boolean done = true;
        boolean more = true;
        while (more) {
            Page page = inventory.inventory(position, PAGE);
            for (Item item : page.items()) {
                if (!goesOn.getAsBoolean()) {
                    return false;
                }
                done &= look(item);
                position = item.name();
            }
            more = page.more();
        }
        position = "";
        return done;
    }

    /** One that cannot be read does not keep the others from being looked at. */
    private boolean look(Item item) throws ReplicaException {
        boolean[] done = {true};
        ReplicaException[] failed = new ReplicaException[1];
        pacer.step(
                () -> {
                    try {
                        done[0] = examine(item);
                    } catch (ReplicaException e) {
                        failed[0] = e;
                    } catch (RuntimeException e) {
                        LOG.atError()
                                .addKeyValue("fragment", item.name())
                                .setCause(e)
                                .log("went wrong");
                    }
                });
        if (failed[0] == null) {
            failures = 0;
            return done[0];
        }
        if (++failures > MOST_FAILURES) {
            throw failed[0];
        }
        LOG.atWarn()
                .addKeyValue("of", inventory.dc())
                .addKeyValue("fragment", item.name())
                .log("cannot be examined: {}", failed[0].getMessage());
        return true;
    }

    private boolean examine(Item item) throws ReplicaException {
        Examination found = inventory.examine(item.name());
        tally.examined(found);
        return switch (found.finding()) {
            case WHOLE, POISON, ABSENT -> true;
            case DAMAGED -> item.header().map(this::repair).orElse(true);
        };
    }

    private boolean repair(FragmentHeader header) {
        VersionRepair.Outcome outcome =
                repair.repair(header.id().key(), header.id().putId(), Set.of(header.id().index()));
        tally.repaired(outcome);
        return outcome.isDone();
    }
}
