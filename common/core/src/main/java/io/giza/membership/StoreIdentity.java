package io.giza.membership;

import io.giza.model.DcName;

import java.util.regex.Pattern;

/**
 * Which store this is: written when it is made, kept beside its membership and never changed. A
 * folder that is empty, that is of another cluster or that was put into another data center tells
 * itself by it.
 *
 * @param cluster the cluster it was made for, 1 to 63 letters, digits, dots, underscores and
 *     hyphens
 * @param dc the data center it was made for
 * @param life drawn at random when it was made: no two stores have the same
 * @throws IllegalArgumentException if the cluster or the life has another shape
 */
public record StoreIdentity(String cluster, DcName dc, String life) {
    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    public StoreIdentity {
        requireCluster(cluster);
        if (!SHAPE.matcher(life).matches()) {
            throw new IllegalArgumentException("'" + life + "' is no life of a store");
        }
    }

    static void requireCluster(String cluster) {
        if (!SHAPE.matcher(cluster).matches()) {
            throw new IllegalArgumentException(
                    "giza.cluster-id is '"
                            + cluster
                            + "': use 1 to 63 letters, digits, dots, underscores and hyphens,"
                            + " such as 'giza cluster init' draws");
        }
    }

    @Override
    public String toString() {
        return dc + " of cluster " + cluster + " (life " + life + ")";
    }
}
