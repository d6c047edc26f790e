package io.giza.console.view;

import io.giza.console.picture.ClusterMap;

import java.util.List;

/**
 * How the cluster is.
 *
 * @param clusterId which it is
 * @param seenFrom the data center whose gateway told
 * @param map the data centers
 * @param attention what wants attention; nothing if all is well
 * @param accounts what accounts hold
 */
public record Overview(
        String clusterId,
        String version,
        long epoch,
        String seenFrom,
        ClusterMap map,
        List<Want> attention,
        List<Account> accounts) {
    /**
     * Something that wants attention.
     *
     * @param of what it is about, such as a data center
     * @param path where there is more about it
     */
    public record Want(String of, String sentence, String path) {}

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
