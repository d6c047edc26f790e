package io.giza.commit.group;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Entry;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.ReplicaException;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes data centers learn all versions of a row that is known to be chosen. */
public final class RowInstaller {
    private final MetadataGroup group;
    private final CommitSettings settings;

    public RowInstaller(MetadataGroup group, CommitSettings settings) {
        this.group = group;
        this.settings = settings;
    }

    /**
     * Makes replicas learn all versions of {@code row}. Once a quorum did, who does not answer at
     * all is not waited for.
     *
     * @return the data centers that confirmed to know them; a quorum unless the deadline passed
     */
    public Set<DcName> install(ObjectKey key, Row row, Deadline deadline) {
        Fanout<DcName, Answer> fanout = group.newFanout();
        Row newest = row.since(row.chosen() - Acceptor.OPERATION_WINDOW + 1);
        Message message = commit(key, row, newest.log());
        group.names().forEach(dc -> fanout.ask(dc, dc, () -> group.send(dc, message)));
        Time time = group.surroundings().time();
        CatchUp catchUp = new CatchUp(group, key, row);
        Set<DcName> installed = new HashSet<>();
        Set<DcName> behind = new HashSet<>();
        Set<DcName> pending = new HashSet<>(group.names());
        while (!pending.isEmpty() && !deadline.hasPassed(time)) {
            boolean quorum = group.quorums().isClassic(installed.size());
            if (quorum && group.areAllSuspect(pending)) {
                break;
            }
            Optional<Arrival<DcName, Answer>> arrival =
                    fanout.next(quorum ? settings.hedgeEnd(time, deadline) : deadline);
            if (arrival.isEmpty()) {
                continue;
            }
            DcName dc = arrival.get().dc();
            pending.remove(dc);
            if (arrival.get() instanceof Arrival.Answered<DcName, Answer> answered
                    && answered.answer().reply() instanceof Reply.Current current
                    && current.row().generation() == row.generation()) {
                long chosen = current.row().chosen();
                if (chosen >= row.chosen()) {
                    installed.add(dc);
                } else if (behind.add(dc)) {
                    fanout.ask(dc, dc, () -> catchUp(catchUp, dc, key, row, chosen));
                    pending.add(dc);
                }
            }
        }
        return installed;
    }

    private Answer catchUp(CatchUp catchUp, DcName dc, ObjectKey key, Row row, long chosen)
            throws ReplicaException {
        return group.send(dc, commit(key, row, catchUp.catchUp(dc, chosen)));
    }

    private Message commit(ObjectKey key, Row row, List<Entry> tail) {
        return new Message(key, new Request.Commit(group.epoch(), row.generation(), tail), null);
    }
}
