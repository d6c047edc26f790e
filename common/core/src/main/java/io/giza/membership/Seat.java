package io.giza.membership;

import io.giza.model.DcName;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The place in a cluster whose store somebody means, as his configuration has it.
 *
 * @param cluster the cluster
 * @param dc the data center
 * @param joined the epoch in which the store of that place took the place of a lost one, 0 if it is
 *     the first
 * @param epoch the epoch of the configuration
 * @param members who decides in that epoch, as {@link #MOST_MEMBERS} visible characters at most;
 *     empty if it is not said
 * @throws IllegalArgumentException if one of them has another shape
 */
public record Seat(String cluster, DcName dc, long joined, long epoch, String members) {
    /** The longest text that says who decides. */
    public static final int MOST_MEMBERS = 2000;

    private static final Pattern MEMBERS = Pattern.compile("[a-z0-9@,;-]*");

    public Seat {
        StoreIdentity.requireCluster(cluster);
        Membership.requireEpoch(epoch);
        if (joined < 0 || joined > epoch) {
            throw new IllegalArgumentException(
                    "joined must be 0 to the epoch, " + epoch + ", not " + joined);
        }
        requireMembers(members);
    }

    /**
     * Returns if it is a list of who decides.
     *
     * @throws IllegalArgumentException if it is too long or has other characters
     */
    public static void requireMembers(String members) {
        if (members.length() > MOST_MEMBERS || !MEMBERS.matcher(members).matches()) {
            throw new IllegalArgumentException("no list of members: '" + members + "'");
        }
    }

    /**
     * Says why a store is not the one that is meant; empty if it is, or if the epoch of the
     * configuration ended. A store without identity, or that serves no epoch yet, is taken for the
     * one that is meant: its own epoch decides what it answers.
     */
    Optional<String> mismatchOf(Membership store) {
        StoreIdentity found = store.identity();
        if (found == null) {
            return Optional.empty();
        }
        if (!found.cluster().equals(cluster) || !found.dc().equals(dc)) {
            return Optional.of(
                    "this is a store of " + found + ", not of " + dc + " of cluster " + cluster);
        }
        if (!store.isInitialized() || epoch < store.epoch()) {
            return Optional.empty();
        }
        if (joined != store.joined()) {
            return Optional.of(
                    "this is the store of "
                            + found
                            + " that joined in epoch "
                            + store.joined()
                            + ", not the one of epoch "
                            + joined);
        }
        return agreesWith(store)
                ? Optional.empty()
                : Optional.of(
                        "in epoch "
                                + epoch
                                + " "
                                + store.members()
                                + " decide, not "
                                + members
                                + ": a change needs another epoch");
    }

    /** Two lists of who decides can contradict each other within one epoch only. */
    private boolean agreesWith(Membership store) {
        return epoch > store.epoch()
                || store.members().isEmpty()
                || members.isEmpty()
                || members.equals(store.members());
    }
}
