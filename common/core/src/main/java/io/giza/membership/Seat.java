package io.giza.membership;

import io.giza.model.DcName;

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
}
