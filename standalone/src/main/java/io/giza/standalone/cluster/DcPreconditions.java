package io.giza.standalone.cluster;

import io.giza.standalone.config.ClusterShape;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.control.StoreStates;

import java.util.ArrayList;
import java.util.List;

/**
 * What must hold before a data center is started, wiped or replaced. Each check refuses with one
 * sentence that says what to do instead.
 *
 * @param stores where the data centers keep what they store
 * @param token the secret that internal calls carry
 */
record DcPreconditions(ClusterShape.Stores stores, String token) {
    /** Requires that it still has what it stored. */
    void requireStartable(DcStatus dc) {
        if (dc.lost()) {
            throw new RefusedException(
                    dc.name()
                            + " has lost all that it stored: have an empty one take its place with"
                            + " 'dc replace "
                            + dc.name()
                            + "'.");
        }
    }

    /** Requires that it has something to lose, and that all others answer and are filled. */
    void requireWipeable(List<DcStatus> all, int index) {
        if (all.get(index).lost()) {
            throw new RefusedException(all.get(index).name() + " has nothing left to throw away.");
        }
        if (stores != ClusterShape.Stores.EMBEDDED) {
            throw new RefusedException(
                    "data centers with --stores "
                            + stores.option()
                            + " cannot be wiped: their accounts outlive them.");
        }
        requireOthersFilled(all, index).requireAnswers();
    }

    /** Requires that it has lost everything, and that all others are filled. */
    void requireReplaceable(List<DcStatus> all, int index) {
        String name = all.get(index).name();
        if (!all.get(index).lost()) {
            throw new RefusedException(
                    name
                            + " has what it stored: start it with 'dc start "
                            + name
                            + "', or throw that away first with 'dc wipe "
                            + name
                            + " --yes'.");
        }
        StoreStates _ = requireOthersFilled(all, index);
    }

    /** What one loses must be there elsewhere, so the others have to be filled. */
    private StoreStates requireOthersFilled(List<DcStatus> all, int index) {
        List<DcStatus> others = new ArrayList<>(all);
        others.remove(index);
        for (DcStatus other : others) {
            if (other.lost()) {
                throw new RefusedException(
                        other.name()
                                + " has lost what it stored too: have it replaced first with 'dc"
                                + " replace "
                                + other.name()
                                + "'.");
            }
        }
        StoreStates states = StoreStates.of(others, token);
        states.requireFilled();
        return states;
    }
}
