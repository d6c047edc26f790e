package io.giza.commit.removal;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.ReplicaException;

import java.util.List;
import java.util.Map;

/** Makes data centers know all that is chosen of a row, however far behind they are. */
final class RowPropagation {
    /** How many versions one message carries at most. */
    private static final int VERSIONS_PER_MESSAGE = 64;

    private final MetadataGroup group;
    private final CommitSettings settings;

    RowPropagation(MetadataGroup group, CommitSettings settings) {
        this.group = group;
        this.settings = settings;
    }

    /**
     * Tells every data center the versions of {@code row}.
     *
     * @param row a row with its log from version 1 on
     * @return the rows of those that confirmed in time to know them all
     */
    Map<DcName, Row> propagate(ObjectKey key, Row row, Deadline deadline) {
        Map<DcName, Row> known = onAllDataCenters(replica -> sendLog(replica, key, row), deadline);
        known.values()
                .removeIf(
                        each ->
                                each.generation() != row.generation()
                                        || each.chosen() < row.chosen());
        return known;
    }

    /**
     * Shrinks the row to the stub of {@code generation} wherever that was not done yet.
     *
     * @param generation one that is known to have begun
     * @return the rows of those that confirmed in time to hold nothing older
     */
    Map<DcName, Row> shrink(ObjectKey key, long generation, Deadline deadline) {
        Map<DcName, Row> shrunk =
                onAllDataCenters(replica -> shrink(replica, key, generation), deadline);
        shrunk.values().removeIf(each -> each.generation() < generation);
        return shrunk;
    }

    private Row sendLog(MetadataReplica replica, ObjectKey key, Row row) throws ReplicaException {
        long from = Math.max(row.firstHeld(), row.chosen());
        while (true) {
            List<Entry> tail = row.from(from);
            List<Entry> some = tail.subList(0, Math.min(VERSIONS_PER_MESSAGE, tail.size()));
            Row updated =
                    ask(replica, key, new Request.Commit(group.epoch(), row.generation(), some));
            boolean behind =
                    updated.generation() == row.generation() && updated.chosen() < row.chosen();
            if (!behind || updated.chosen() + 1 == from) {
                return updated;
            }
            from = updated.chosen() + 1;
        }
    }

    private Row shrink(MetadataReplica replica, ObjectKey key, long generation)
            throws ReplicaException {
        Row left = ask(replica, key, new Request.Remove(group.epoch(), generation));
        // One that did not hear of DROP gives its row up to whoever comes with the generation.
        return left.generation() >= generation
                ? left
                : ask(replica, key, new Request.Commit(group.epoch(), generation, List.of()));
    }

    private Row ask(MetadataReplica replica, ObjectKey key, Request request)
            throws ReplicaException {
        return replica.send(new Message(key, request, null)).reply().row();
    }

    private Map<DcName, Row> onAllDataCenters(
            MetadataGroup.ReplicaCall<Row> call, Deadline deadline) {
        return group.gather(
                group.names(), call, settings.phaseEnd(group.surroundings().time(), deadline));
    }
}
