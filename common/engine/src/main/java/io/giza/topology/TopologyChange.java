package io.giza.topology;

import io.giza.model.DcName;
import io.giza.paxos.Quorums;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What may change from one epoch of the topology to the next. */
final class TopologyChange {
    private TopologyChange() {}

    /**
     * Says why a topology may not follow another one; empty if it may.
     *
     * <p>So many metadata data centers keep their tables and endpoints that they are a classic
     * quorum: fewer could not fill the tables of the others, and a process that missed the change
     * could not learn of it.
     *
     * @param metadataDcs the data centers that hold rows, in both
     */
    static Optional<String> refusal(
            Topology current, Topology next, Collection<DcName> metadataDcs) {
        if (next.epoch() != current.epoch() + 1) {
            return Optional.of(
                    "epoch is %d, and the cluster is in epoch %d: begin with its topology, and raise its epoch by one"
                            .formatted(next.epoch(), current.epoch()));
        }
        Map<DcName, DataCenter> before = current.byName();
        Map<DcName, DataCenter> after = next.byName();
        for (DcName name : before.keySet()) {
            if (!after.containsKey(name)) {
                return Optional.of(
                        name
                                + " is missing: a data center keeps its place, so replace it under"
                                + " its name");
            }
        }
        for (DataCenter dc : next.dataCenters()) {
            Optional<String> refusal = refusal(before.get(dc.name()), dc, next.epoch());
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return refusalOfPlaintext(current, next)
                .or(() -> refusalOfMoves(before, after, new LinkedHashSet<>(metadataDcs)));
    }

    private static Optional<String> refusal(
            @Nullable DataCenter before, DataCenter dc, long epoch) {
        if (dc.since() == epoch || (before != null && dc.since() == before.since())) {
            return Optional.empty();
        }
        return Optional.of(
                before == null
                        ? "%s is new and its since is %d: set it to the new epoch, %d"
                                .formatted(dc.name(), dc.since(), epoch)
                        : "%s: since is %d: leave it at %d, or set it to the new epoch, %d, to have an empty data center take its place"
                                .formatted(dc.name(), dc.since(), before.since(), epoch));
    }

    /** Processes send the cluster's token to every endpoint, so it must not leave TLS. */
    private static Optional<String> refusalOfPlaintext(Topology current, Topology next) {
        boolean isEncrypted = endpoints(current).anyMatch(TopologyChange::isEncrypted);
        return endpoints(next)
                .filter(each -> isEncrypted && !isEncrypted(each))
                .findFirst()
                .map(each -> each + " is not encrypted, and other endpoints are: write https://");
    }

    private static Stream<URI> endpoints(Topology topology) {
        return topology.dataCenters().stream()
                .flatMap(dc -> Stream.of(dc.metadata(), dc.fragments(), dc.gateway()))
                .filter(Objects::nonNull);
    }

    private static boolean isEncrypted(URI endpoint) {
        return "https".equals(endpoint.getScheme());
    }

    private static Optional<String> refusalOfMoves(
            Map<DcName, DataCenter> before, Map<DcName, DataCenter> after, Set<DcName> tables) {
        Quorums quorums = Quorums.of(tables.size());
        int most = tables.size() - quorums.classic();
        long moved =
                tables.stream()
                        .filter(
                                name -> {
                                    DataCenter old = Objects.requireNonNull(before.get(name));
                                    DataCenter dc = Objects.requireNonNull(after.get(name));
                                    return dc.since() != old.since()
                                            || !dc.metadata().equals(old.metadata());
                                })
                        .count();
        return moved <= most
                ? Optional.empty()
                : Optional.of(
                        "%d of the data centers with rows are replaced or move: at most %d may in one epoch, so change the others in the next"
                                .formatted(moved, most));
    }
}
