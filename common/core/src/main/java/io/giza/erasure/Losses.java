package io.giza.erasure;

import io.giza.model.Coding;

import java.util.ArrayList;
import java.util.List;

/** How many of the possible losses of fragments a code makes up for. Pure. */
final class Losses {
    private Losses() {}

    /**
     * Returns the share of one more loss that is survived after 0, 1, 2, ... survived ones, up to
     * the first 0.
     */
    static List<Double> survivedShares(Coding coding) {
        int n = coding.fragments();
        List<Double> counts = decodableCounts(coding);
        List<Double> shares = new ArrayList<>();
        for (int lost = 0; lost < n; lost++) {
            // Each loss of lost + 1 fragments is reached in as many orders.
            double share = counts.get(lost + 1) * (lost + 1) / (counts.get(lost) * (n - lost));
            shares.add(share);
            if (share == 0) {
                break;
            }
        }
        return List.copyOf(shares);
    }

    /** Returns which part of all losses of so many fragments decode. */
    static double decodableShare(Coding coding, int lost) {
        return decodableCounts(coding).get(lost) / choices(coding.fragments(), lost);
    }

    /**
     * Returns how many losses of 0, 1, ... n fragments decode. Each local group brings an equation
     * that makes up for one loss within it; all others are up to the other parities.
     */
    private static List<Double> decodableCounts(Coding coding) {
        List<List<Integer>> groups = coding.localGroups();
        int n = coding.fragments();
        int others = n - groups.stream().mapToInt(List::size).sum();
        int equations = n - coding.dataFragments() - groups.size();
        // By fragments lost, and by how many of them are left to the other parities.
        double[][] ways = new double[n + 1][equations + 1];
        ways[0][0] = 1;
        for (List<Integer> group : groups) {
            ways = with(ways, group.size(), 1);
        }
        ways = with(ways, others, 0);
        List<Double> counts = new ArrayList<>();
        for (double[] byUnknowns : ways) {
            double sum = 0;
            for (double each : byUnknowns) {
                sum += each;
            }
            counts.add(sum);
        }
        return counts;
    }

    /** Adds fragments of which {@code free} may be lost at no cost to the other parities. */
    private static double[][] with(double[][] ways, int fragments, int free) {
        double[][] sum = new double[ways.length][ways[0].length];
        for (int lost = 0; lost < ways.length; lost++) {
            for (int unknown = 0; unknown < ways[lost].length; unknown++) {
                for (int more = 0; more <= fragments && lost + more < ways.length; more++) {
                    int left = unknown + Math.max(0, more - free);
                    if (left < ways[lost].length) {
                        sum[lost + more][left] += ways[lost][unknown] * choices(fragments, more);
                    }
                }
            }
        }
        return sum;
    }

    private static double choices(int of, int some) {
        double choices = 1;
        for (int i = 1; i <= some; i++) {
            choices = choices * (of - some + i) / i;
        }
        return choices;
    }
}
