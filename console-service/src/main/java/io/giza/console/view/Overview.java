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
