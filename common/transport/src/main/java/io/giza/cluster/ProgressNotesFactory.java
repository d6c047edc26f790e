package io.giza.cluster;

import io.giza.commit.rollback.ProgressNotes;
import io.giza.concurrent.Surroundings;
import io.giza.config.ClusterConfiguration;
import io.giza.http.HttpMetadataReplica;
import io.giza.http.ServiceClient;
import io.giza.model.DcName;
import io.giza.replica.MetadataReplica;
import io.giza.replica.Topology.DataCenter;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The tables that note how far stores have come, as the store of a service reaches them. */
public final class ProgressNotesFactory {
    private static final Duration CALL = Duration.ofSeconds(2);

    private ProgressNotesFactory() {}

    /** Reaches those that decide in the epoch of the configuration; nothing is sent yet. */
    public static ProgressNotes of(
            ClusterConfiguration cluster, ServiceClient client, Surroundings surroundings) {
        Map<DcName, DataCenter> topology = cluster.toTopology().byName();
        List<MetadataReplica> tables = new ArrayList<>();
        for (DcName name : cluster.metadataDcs()) {
            DataCenter dc = Objects.requireNonNull(topology.get(name));
            tables.add(new HttpMetadataReplica(name, dc.metadata(), client, CALL));
        }
        return new ProgressNotes(cluster.seats().epoch(), tables, surroundings);
    }
}
