package io.giza.standalone.cli;

import io.giza.config.ClusterConfiguration;
import io.giza.model.DcName;
import io.giza.replica.Topology.DataCenter;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What two processes of one cluster are told differently that must be the same. */
final class ClusterDifferences {
    private ClusterDifferences() {}

    /** Returns the keys; endpoints are left out, since each region may reach others by its own. */
    static List<String> of(ClusterConfiguration one, ClusterConfiguration other) {
        List<String> keys = new ArrayList<>();
        if (!Objects.equals(one.clusterId(), other.clusterId())) {
            keys.add("giza.cluster-id");
        }
        boolean doBothLetIn =
                one.goodTokens().contains(other.clusterToken())
                        && other.goodTokens().contains(one.clusterToken());
        if (!doBothLetIn) {
            keys.add("giza.cluster-token");
        }
        if (one.topology().epoch() != other.topology().epoch()) {
            keys.add("giza.topology.epoch");
        }
        if (!places(one).equals(places(other))) {
            keys.add("giza.topology.data-centers");
        }
        if (!one.toAccounts().equals(other.toAccounts())) {
            keys.add("giza.accounts");
        }
        return keys;
    }

    private record Place(DcName name, String group, long since) {}

    private static List<Place> places(ClusterConfiguration cluster) {
        return cluster.toTopology().dataCenters().stream()
                .map((DataCenter each) -> new Place(each.name(), each.group(), each.since()))
                .toList();
    }
}
