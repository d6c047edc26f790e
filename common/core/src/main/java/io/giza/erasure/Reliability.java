package io.giza.erasure;

import io.giza.model.Coding;

import java.time.Duration;
import java.util.List;

/**
 * How long coded data is expected to last: the Markov model of Huang et al., "Erasure Coding in
 * Windows Azure Storage" (2012), section 3. Pure.
 *
 * <p>State i has lost i fragments and still decodes. From there one of the other n - i is lost at
 * the rate of a node's failure; with the share of such losses that do not decode, the data is gone.
 * A single loss is repaired as fast as the other nodes may send, greater ones as fast as they are
 * noticed.
 *
 * @param nodes storage nodes, M
 * @param nodeBytes what each stores, S
 * @param bytesPerSecond the network of each, B
 * @param repairShare the part of it that repair may use, epsilon
 * @param detection how long a failure takes to be noticed, T
 * @param nodeLifetime the mean time to the failure of a node, 1/lambda
 */
record Reliability(
        int nodes,
        double nodeBytes,
        double bytesPerSecond,
        double repairShare,
        Duration detection,
        Duration nodeLifetime) {
    /**
     * The paper's parameters. It does not give the lifetime of a node; 5 years, with the 16 TB read
     * as 16 times 1,024 GB, is what all three figures of its table 1 follow from.
     */
    public static final Reliability PAPER =
            new Reliability(
                    400,
                    16 * 1024e9,
                    1e9 / 8,
                    0.1,
                    Duration.ofMinutes(30),
                    Duration.ofDays(5 * 365));

    private static final double YEAR_SECONDS = Duration.ofDays(365).toSeconds();

    /** What the repair of a single fragment is taken to cost. */
    public enum RepairCost {
        /** As much as the fragment has bytes: what the figures of the paper's table follow from. */
        ONE,
        /** As many times that as fragments are read for it, on average: what its text says. */
        FRAGMENTS_READ
    }

    /** Returns the mean time until data is lost, in years of 365 days. */
    public double yearsToLoss(Coding coding, RepairCost repairCost) {
        double cost =
                switch (repairCost) {
                    case ONE -> 1;
                    case FRAGMENTS_READ -> CodeFigures.averageRepairReads(coding);
                };
        double singleRepair = (nodes - 1) * repairShare * bytesPerSecond / (nodeBytes * cost);
        double repair = 1.0 / detection.toSeconds();
        double failure = 1.0 / nodeLifetime.toSeconds();
        List<Double> survived = Losses.survivedShares(coding);
        // Seconds until there is a loss fewer or the data is gone, and the chance of the latter.
        // Nothing is subtracted: the rates are many orders of magnitude apart.
        double seconds = 0;
        double gone = 0;
        for (int lost = survived.size() - 1; lost > 0; lost--) {
            double failures = (coding.fragments() - lost) * failure;
            double worse = failures * survived.get(lost);
            double end = failures * (1 - survived.get(lost)) + worse * gone;
            double better = lost == 1 ? singleRepair : repair;
            seconds = (1 + worse * seconds) / (better + end);
            gone = end / (better + end);
        }
        double failures = coding.fragments() * failure;
        double worse = failures * survived.getFirst();
        double end = failures * (1 - survived.getFirst()) + worse * gone;
        return (1 + worse * seconds) / end / YEAR_SECONDS;
    }
}
