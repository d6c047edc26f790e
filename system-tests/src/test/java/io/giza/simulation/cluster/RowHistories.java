package io.giza.simulation.cluster;

import io.giza.metadata.row.RowLimits;
import io.giza.metadata.row.RowTransactor;
import io.giza.metadata.row.SpillingRows;
import io.giza.metadata.table.RowTable;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.SimulatedCluster.DataCenter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Gives rows versions that were chosen before anything happened. */
record RowHistories(
        Protocol protocol,
        Deployment deployment,
        RowLimits limits,
        VoteOracle oracle,
        Map<DcName, DataCenter> dataCenters) {
    /** A classic quorum of the data centers knows all values; the others know fewer. */
    void prefill(ObjectKey key, List<Value> values, RandomGenerator random) {
        if (values.isEmpty()) {
            return;
        }
        int knowing = protocol.quorums(deployment.metadataDcs()).classic();
        List<DcName> shuffled = new ArrayList<>(deployment.metadata());
        Collections.shuffle(shuffled, Random.from(random));
        Map<DcName, Integer> known = new LinkedHashMap<>();
        for (DcName dc : shuffled) {
            known.put(
                    dc, known.size() < knowing ? values.size() : random.nextInt(values.size() + 1));
        }
        prefill(key, values, known);
    }

    /** Each data center knows so many of the values. */
    void prefill(ObjectKey key, List<Value> values, Map<DcName, Integer> known) {
        oracle.assumeChosen(key, values);
        List<Entry> entries = new ArrayList<>();
        for (Value value : values) {
            entries.add(Entry.learned(entries.size() + 1L, value));
        }
        known.forEach((dc, count) -> prefill(dc, key, entries.subList(0, count)));
    }

    private void prefill(DcName dc, ObjectKey key, List<Entry> entries) {
        RowTable table = Objects.requireNonNull(dataCenters.get(dc)).table().withoutFailures();
        SpillingRows rows = new SpillingRows(table, limits, SimulatedCluster.ROW_METRICS);
        try {
            new RowTransactor(dc, rows, RowTransactor.Rules.PROTOCOL)
                    .send(new Message(key, new Request.Commit(1, 0, entries), null));
        } catch (ReplicaException e) {
            throw new IllegalStateException(e);
        }
    }
}
