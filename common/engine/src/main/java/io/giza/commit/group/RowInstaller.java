package io.giza.commit.group;

import io.giza.concurrent.Deadline;
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
import java.util.Objects;
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
        group.names().forEach(dc -> group.ask(fanout, dc, dc, commit(key, row, newest.log())));
        CatchUp catchUp = new CatchUp(group, key, row);
        Set<DcName> installed = new HashSet<>();
        Set<DcName> behind = new HashSet<>();
        Set<DcName> pending = new HashSet<>(group.names());
        while (!pending.isEmpty() && !deadline.hasPassed(group.surroundings().time())) {
            boolean quorum = group.quorums().isClassic(installed.size());
            if (quorum && group.areAllSuspect(pending)) {
                break;
            }
            Optional<Arrival<DcName, Answer>> arrival =
                    fanout.next(quorum ? hedge(deadline) : deadline);
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
        Message rest = commit(key, row, catchUp.catchUp(dc, chosen));
        return Objects.requireNonNull(group.replicas().get(dc)).send(rest);
    }

    private Message commit(ObjectKey key, Row row, List<Entry> tail) {
        return new Message(key, new Request.Commit(group.epoch(), row.generation(), tail), null);
    }

    /** Returns when who has not answered yet is late, or {@code deadline} if that is earlier. */
    private Deadline hedge(Deadline deadline) {
        return group.surroundings().time().after(settings.hedge()).earlier(deadline);
    }
}
