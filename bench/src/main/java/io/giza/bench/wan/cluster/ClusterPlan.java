package io.giza.bench.wan.cluster;

import io.giza.model.Coding;
import io.giza.paxos.Quorums;
import io.giza.standalone.plan.LatencyMatrix;

import java.time.Duration;

/**
 * What a cluster over a wide area is like.
 *
 * @param matrix its data centers and how far they are from each other
 * @param coding with at most one fragment for each of them
 * @param metadataDcs how many of them, from the first on, agree on metadata
 */
public record ClusterPlan(LatencyMatrix matrix, Coding coding, int metadataDcs) {
    public ClusterPlan {
        int places = matrix.places().size();
        if (coding.fragments() > places) {
            throw new IllegalArgumentException(
                    coding
                            + " needs "
                            + coding.fragments()
                            + " data centers, and "
                            + matrix.name()
                            + " has "
                            + places);
        }
        if (metadataDcs < 3 || metadataDcs > places) {
            throw new IllegalArgumentException(
                    "metadata is kept in 3 to " + places + " data centers, not " + metadataDcs);
        }
    }

    /** Returns one of the paper's four, by its name. */
    public static ClusterPlan ofThePaper(String name) {
        Coding coding = Coding.parse(name.endsWith("-6-1") ? "rs(6,1)" : "rs(2,1)");
        return new ClusterPlan(LatencyMatrix.builtIn(name), coding, 3);
    }

    /**
     * Returns one with four tables, of which a fast quorum is three: the first four data centers of
     * the paper's World-6-1.
     */
    public static ClusterPlan withFourTables() {
        LatencyMatrix world = LatencyMatrix.builtIn("world-6-1").first(4);
        return new ClusterPlan(world, new Coding.ReedSolomon(3, 1), 4);
    }

    /** Returns what it is called in figures. */
    public String name() {
        return matrix.name();
    }

    /** Returns how long a round of a fast ballot takes from a data center. */
    public Duration fastRound(int from) {
        return matrix.nearest(from, metadataDcs, Quorums.of(metadataDcs).fast());
    }

    /** Returns how long one of the two rounds of a classic ballot takes from a data center. */
    public Duration classicRound(int from) {
        return matrix.nearest(from, metadataDcs, Quorums.of(metadataDcs).classic());
    }

    /** Returns how far the farthest is that a put through a gateway waits for. */
    public Duration farthestForPut(int from) {
        Duration data = matrix.roundTrip(from, farthestStoreForPut(from));
        Duration metadata = fastRound(from);
        return data.compareTo(metadata) > 0 ? data : metadata;
    }

    /** Returns how far the farthest fragment is that a get through a gateway waits for. */
    public Duration farthestForGet(int from) {
        return matrix.roundTrip(from, farthestStoreForGet(from));
    }

    /** Returns the data center of the farthest fragment that a put through a gateway waits for. */
    public int farthestStoreForPut(int from) {
        return placeAt(from, coding.fragments());
    }

    /** Returns the data center of the farthest fragment that a get through a gateway waits for. */
    public int farthestStoreForGet(int from) {
        return placeAt(from, coding.dataFragments());
    }

    private int placeAt(int from, int nth) {
        Duration distance = matrix.nearest(from, coding.fragments(), nth);
        for (int place = 0; place < coding.fragments(); place++) {
            if (matrix.roundTrip(from, place).equals(distance)) {
                return place;
            }
        }
        throw new IllegalStateException("no place is " + distance + " away");
    }
}
