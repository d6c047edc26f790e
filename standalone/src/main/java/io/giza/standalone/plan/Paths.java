package io.giza.standalone.plan;

import io.giza.model.Coding;
import io.giza.paxos.Quorums;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What operations wait for in a placement, in round trips (protocol.md: a put is one fast round
 * beside its fragments, a get one look at a classic quorum beside as many fragments as decode).
 *
 * @param matrix how far places are from each other
 * @param places the data centers, by their place in the matrix; those that keep metadata first
 * @param metadataDcs how many of them keep metadata
 * @param coding with a fragment in each
 */
record Paths(LatencyMatrix matrix, List<Integer> places, int metadataDcs, Coding coding) {
    /** Returns the gateway that a client uses: the nearest. */
    int gatewayOf(int client) {
        return places.stream()
                .min(Comparator.comparingDouble(place -> millis(client, place)))
                .orElseThrow();
    }

    /** Returns the round trips that a put through a gateway waits for. */
    List<Double> put(int gateway) {
        List<Double> all = new ArrayList<>(nearest(gateway, places, coding.fragments()));
        all.addAll(nearest(gateway, tables(), Quorums.of(metadataDcs).fast()));
        return all;
    }

    /** Returns the round trips that a get through a gateway waits for. */
    List<Double> get(int gateway) {
        List<Double> all = new ArrayList<>(nearest(gateway, places, coding.dataFragments()));
        all.addAll(nearest(gateway, tables(), Quorums.of(metadataDcs).classic()));
        return all;
    }

    /**
     * Returns how long a put takes while another data center is away: where its table is missing
     * for a fast quorum, whoever answers is waited for and a confirm ballot follows.
     */
    double putWithout(int gateway, int away) {
        Quorums quorums = Quorums.of(metadataDcs);
        List<Integer> tables = without(tables(), away);
        double classic = last(nearest(gateway, tables, quorums.classic()));
        double agreed =
                tables.size() >= quorums.fast()
                        ? last(nearest(gateway, tables, quorums.fast()))
                        : last(nearest(gateway, tables, tables.size())) + classic;
        return Math.max(agreed, last(nearest(gateway, without(places, away), places.size() - 1)));
    }

    /** Returns how long a get takes while another data center is away. */
    double getWithout(int gateway, int away) {
        return Math.max(
                last(nearest(gateway, without(places, away), coding.dataFragments())),
                last(nearest(gateway, without(tables(), away), Quorums.of(metadataDcs).classic())));
    }

    double millis(int from, int to) {
        return matrix.roundTrip(from, to).toNanos() / 1e6;
    }

    /** Returns the places of the fragments that a get reads. */
    List<Integer> fragmentsFor(int gateway) {
        return nearestPlaces(gateway, places, coding.dataFragments());
    }

    /** Returns the places of the rows that a get reads. */
    List<Integer> tablesFor(int gateway) {
        return nearestPlaces(gateway, tables(), Quorums.of(metadataDcs).classic());
    }

    private List<Integer> nearestPlaces(int gateway, List<Integer> among, int count) {
        return among.stream()
                .sorted(Comparator.comparingDouble(place -> millis(gateway, place)))
                .limit(count)
                .toList();
    }

    private List<Integer> tables() {
        return places.subList(0, metadataDcs);
    }

    private static List<Integer> without(List<Integer> places, int away) {
        return places.stream().filter(place -> place != away).toList();
    }

    private List<Double> nearest(int gateway, List<Integer> among, int count) {
        return nearestPlaces(gateway, among, count).stream()
                .map(place -> millis(gateway, place))
                .toList();
    }

    private static double last(List<Double> sorted) {
        return sorted.getLast();
    }
}
