package io.giza.commit.group;

import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Tells the rows of a key what became of the data of its versions. */
public final class Resolutions {
    private final MetadataGroup group;

    public Resolutions(MetadataGroup group) {
        this.group = group;
    }

    /**
     * Tells every replica what became of the data of a version, and waits for none of them. The
     * version goes along, since this may overtake the commit confirmation on its way, and a row
     * that learned of the version only later would never learn what became of it.
     *
     * @param row a row that holds the version
     */
    public void record(ObjectKey key, Row row, long version, Entry.Resolution resolution) {
        List<Entry> tail = new ArrayList<>(row.entry(version - 1).stream().toList());
        Value value = row.entry(version).orElseThrow().value();
        tail.add(new Entry(version, value, resolution));
        CommitNotice.send(group, key, new Request.Commit(group.epoch(), row.generation(), tail));
    }

    /**
     * Tells every replica what became of the data of an older version, which any row that knows
     * later ones knows, and waits for none of them.
     *
     * @param generation the generation of the rows that hold the version
     * @param resolved the version with its resolution
     */
    public void record(ObjectKey key, long generation, Entry resolved) {
        CommitNotice.send(
                group, key, new Request.Commit(group.epoch(), generation, List.of(resolved)));
    }

    /**
     * Tells every replica what became of the data of a version, and waits until all of them
     * confirmed it.
     *
     * @param generation the generation of the rows that hold the version
     * @param resolved the version with its resolution
     * @return whether all did before the deadline; one that does not know the version yet does not
     */
    public boolean recordEverywhere(
            ObjectKey key, long generation, Entry resolved, Deadline deadline) {
        return recordEverywhere(key, generation, resolved, group.names(), deadline);
    }

    /**
     * Tells every replica what became of the data of a version, and waits until all of them
     * confirmed it, or until the deadline. A replica that did not has missed a write.
     *
     * @param generation the generation of the rows that hold the version
     * @param resolved the version with its resolution
     * @return whether a classic quorum confirmed it
     */
    public boolean recordAtQuorum(
            ObjectKey key, long generation, Entry resolved, Deadline deadline) {
        Set<DcName> unaware = new TreeSet<>(group.names());
        tell(key, generation, resolved, group.names(), deadline).forEach(unaware::remove);
        unaware.forEach(dc -> group.missedWrites().missed(dc, key));
        return group.quorums().isClassic(group.names().size() - unaware.size());
    }

    /**
     * Tells some replicas what became of the data of a version, and waits until all of them
     * confirmed it.
     *
     * @param generation the generation of the rows that hold the version
     * @param resolved the version with its resolution
     * @param dcs which replicas
     * @return whether all did before the deadline; one that does not know the version yet does not
     */
    public boolean recordEverywhere(
            ObjectKey key,
            long generation,
            Entry resolved,
            Collection<DcName> dcs,
            Deadline deadline) {
        return tell(key, generation, resolved, dcs, deadline).containsAll(dcs);
    }

    /** Returns the replicas that know the version now. */
    private Set<DcName> tell(
            ObjectKey key,
            long generation,
            Entry resolved,
            Collection<DcName> dcs,
            Deadline deadline) {
        Message message =
                new Message(
                        key,
                        new Request.Commit(group.epoch(), generation, List.of(resolved)),
                        null);
        Map<DcName, Answer> answers = group.gather(dcs, replica -> replica.send(message), deadline);
        return dcs.stream()
                .filter(dc -> knows(answers.get(dc), generation, resolved.version()))
                .collect(Collectors.toSet());
    }

    private static boolean knows(@Nullable Answer answer, long generation, long version) {
        return answer != null
                && answer.reply() instanceof Reply.Current current
                && current.row().generation() == generation
                && current.row().chosen() >= version;
    }
}
