package io.giza.console.view;

import io.giza.console.picture.ClusterMap;
import io.giza.console.picture.Sparkline;

import java.util.List;

/**
 * How the cluster is.
 *
 * @param clusterId which it is
 * @param seenFrom the data center whose gateway told
 * @param map the data centers
 * @param attention what wants attention; nothing if all is well
 * @param loads what the gateways of each data center served within the last hour
 * @param memories how full the budgets of the gateways are
 * @param accounts what accounts hold
 */
public record Overview(
        String clusterId,
        String version,
        long epoch,
        String seenFrom,
        ClusterMap map,
        List<Want> attention,
        List<Load> loads,
        List<Memory> memories,
        List<Account> accounts) {
    /**
     * Something that wants attention.
     *
     * @param of what it is about, such as a data center
     * @param path where there is more about it
     */
    public record Want(String of, String sentence, String path) {}

    /**
     * What one gateway of a data center served within the last hour.
     *
     * @param problem why nobody knows; empty if it is known
     * @param requests how many, over time
     * @param perSecond how many a second, within the last step
     * @param failures how many failed by the fault of the cluster, over time
     * @param failed how many in all
     */
    public record Load(
            String dc,
            String problem,
            Sparkline requests,
            double perSecond,
            Sparkline failures,
            long failed) {}

    /**
     * How full the budgets of one gateway of a data center are.
     *
     * @param problem why this is not known; empty if it is
     */
    public record Memory(String dc, String problem, List<Budget> budgets) {
        /** Returns how many requests were refused within the last ten minutes. */
        public long refused() {
            return budgets.stream().mapToLong(Budget::refusedLately).sum();
        }
    }

    /**
     * Memory, or disk, that a gateway holds for clients.
     *
     * @param kind what for
     * @param held bytes
     * @param limit bytes
     * @param refusedLately how many requests were refused for lack of it within the last ten
     *     minutes
     */
    public record Budget(String kind, long held, long limit, long refusedLately) {
        private static final int HUNDRED = 100;

        /** Returns how full it is. */
        public long percent() {
            return Math.round((double) HUNDRED * held / Math.max(1, limit));
        }
    }

    /**
     * What an account holds.
     *
     * @param quota bytes that it may hold; 0 for no limit
     */
    public record Account(
            String name,
            String coding,
            long buckets,
            long objects,
            long bytes,
            long stored,
            long quota) {}
}
