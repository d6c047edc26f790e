package io.giza.commit.group;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Quorums;
import io.giza.paxos.Request;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.LatencyRanking;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.Range;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.Nearness;
import io.giza.replica.ReplicaException;
import io.giza.replica.Seats;
import io.giza.replica.Suspicion;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The metadata data centers of one account, as one gateway sees them.
 *
 * @param home the gateway's own data center
 * @param epoch the topology epoch that every request carries
 * @param members who decides in that epoch, empty if nobody compares it
 * @param replicas the metadata data centers by name; all of them, or those that survive. They are
 *     asked by {@link #call} and what rests on it, so that the suspicion learns of every answer
 * @param quorums their quorum sizes
 * @param surroundings tasks, time and chance
 * @param suspicion which of them do not answer
 * @param nearness how far away they are, as reads of rows measure it
 * @param missedWrites hears of chosen records that a data center did not learn
 */
public record MetadataGroup(
        DcName home,
        long epoch,
        String members,
        Map<DcName, MetadataReplica> replicas,
        Quorums quorums,
        Surroundings surroundings,
        Suspicion suspicion,
        Nearness nearness,
        MissedWrites missedWrites) {
    /** What is late until enough is measured. */
    private static final Duration LATE = Duration.ofMillis(250);

    /** Of no bucket: its name is too short for one. Any table answers that it has no such row. */
    private static final Range NOTHING =
            new Range(ObjectKey.ofBucketRecord("-"), 1, 1, Range.Kept.OLDEST);

    /** A group whose members nobody compares. */
    public MetadataGroup(
            DcName home,
            long epoch,
            Map<DcName, MetadataReplica> replicas,
            Quorums quorums,
            Surroundings surroundings,
            Suspicion suspicion) {
        this(home, epoch, "", replicas, quorums, surroundings, suspicion);
    }

    /** A group of which nothing is measured yet. */
    public MetadataGroup(
            DcName home,
            long epoch,
            String members,
            Map<DcName, MetadataReplica> replicas,
            Quorums quorums,
            Surroundings surroundings,
            Suspicion suspicion) {
        this(
                home,
                epoch,
                members,
                replicas,
                quorums,
                surroundings,
                suspicion,
                new LatencyRanking(surroundings.time(), home, suspicion::isSuspect, LATE),
                MissedWrites.IGNORED);
    }

    public MetadataGroup {
        replicas = Collections.unmodifiableMap(new LinkedHashMap<>(replicas));
        replicas.forEach((name, replica) -> suspicion.watch(name, () -> replica.history(NOTHING)));
        if (replicas.size() > quorums.size() || !quorums.isClassic(replicas.size())) {
            throw new IllegalArgumentException("quorums of another size: " + quorums);
        }
        // Votes are counted by data center, so nobody may vote under two names.
        replicas.forEach(
                (name, replica) -> {
                    if (!replica.dc().equals(name)) {
                        throw new IllegalArgumentException(replica.dc() + " stands for " + name);
                    }
                });
    }

    /** Returns the group of these replicas. */
    public static MetadataGroup of(
            DcName home,
            Seats seats,
            List<MetadataReplica> replicas,
            Surroundings surroundings,
            Suspicion suspicion) {
        Map<DcName, MetadataReplica> byName = new LinkedHashMap<>();
        replicas.forEach(replica -> byName.put(replica.dc(), replica));
        return new MetadataGroup(
                home,
                seats.epoch(),
                seats.members(),
                byName,
                Quorums.of(byName.size()),
                surroundings,
                suspicion);
    }

    /** Returns the group with another listener for missed writes. */
    public MetadataGroup withMissedWrites(MissedWrites listener) {
        return new MetadataGroup(
                home,
                epoch,
                members,
                replicas,
                quorums,
                surroundings,
                suspicion,
                nearness,
                listener);
    }

    /** Returns the group without {@code dc}, in quorums of the same sizes. */
    public MetadataGroup without(DcName dc) {
        Map<DcName, MetadataReplica> others = new LinkedHashMap<>(replicas);
        others.remove(dc);
        return new MetadataGroup(
                home,
                epoch,
                members,
                others,
                quorums,
                surroundings,
                suspicion,
                nearness,
                missedWrites);
    }

    /** Says why nothing can be done before the topology is read again. */
    public String staleEpochMessage(long laterEpoch) {
        return "the topology is in epoch "
                + laterEpoch
                + " and this process still in "
                + epoch
                + ": start it again with the topology that the others have";
    }

    /** Returns how many members of the quorums are not asked at all. */
    public int excludedCount() {
        return quorums.size() - replicas.size();
    }

    /** Returns the metadata data centers. */
    public Set<DcName> names() {
        return replicas.keySet();
    }

    /** Returns where rows are read first: at home, or else the first data center not suspected. */
    public DcName nearest() {
        if (replicas.containsKey(home)) {
            return home;
        }
        return names().stream()
                .filter(dc -> !suspicion.isSuspect(dc))
                .findFirst()
                .orElseGet(() -> names().iterator().next());
    }

    /** Tells whether none of these data centers is worth waiting for. */
    public boolean areAllSuspect(Collection<DcName> pending) {
        return pending.stream().allMatch(suspicion::isSuspect);
    }

    /** What a replica is asked. */
    @FunctionalInterface
    public interface ReplicaCall<A> {
        /** Makes the call and waits for its answer. */
        A on(MetadataReplica replica) throws ReplicaException;
    }

    /** Asks one replica and waits for its answer; the suspicion learns what came of it. */
    public <A> A call(DcName dc, ReplicaCall<A> call) throws ReplicaException {
        MetadataReplica replica = Objects.requireNonNull(replicas.get(dc));
        return suspicion.call(dc, () -> call.on(replica));
    }

    /** Sends a message to one replica and waits for its answer, as {@link BoundedWrite} allows. */
    public Answer send(DcName dc, Message message) throws ReplicaException {
        return message.request() instanceof Request.Read
                ? call(dc, replica -> replica.send(message))
                : BoundedWrite.send(this, dc, message);
    }

    /** Reads a page of the rows of one replica in the group's epoch. */
    public RowPage scan(DcName dc, Scan scan) throws ReplicaException {
        return call(dc, replica -> replica.scan(scan.withEpoch(epoch)));
    }

    /** Begins a conversation with several replicas. */
    public <T, A> Fanout<T, A> newFanout() {
        return new Fanout<>(surroundings, home);
    }

    /** Sends a message to every replica without waiting. */
    public <T> void askAll(Fanout<T, Answer> fanout, T topic, Message message) {
        names().forEach(dc -> fanout.ask(topic, dc, () -> send(dc, message)));
    }

    /** Asks some replicas and waits for all of them, or until the deadline. */
    public <A> Map<DcName, A> gather(
            Collection<DcName> dcs, ReplicaCall<A> call, Deadline deadline) {
        return gather(dcs, call, _ -> false, deadline);
    }

    /**
     * Asks some replicas and waits until the answers are enough, all of them came, or the deadline
     * passed.
     *
     * @return the answers in the order in which they came; a replica that failed has none
     */
    public <A> Map<DcName, A> gather(
            Collection<DcName> dcs,
            ReplicaCall<A> call,
            Predicate<Map<DcName, A>> enough,
            Deadline deadline) {
        Fanout<DcName, A> fanout = newFanout();
        dcs.forEach(dc -> fanout.ask(dc, dc, () -> call(dc, call)));
        Map<DcName, A> answers = new LinkedHashMap<>();
        for (int pending = dcs.size(); pending > 0 && !enough.test(answers); pending--) {
            Optional<Arrival<DcName, A>> arrival = fanout.next(deadline);
            if (arrival.isEmpty()) {
                break;
            }
            if (arrival.get() instanceof Arrival.Answered<DcName, A> answered) {
                answers.put(answered.dc(), answered.answer());
            }
        }
        return answers;
    }

    /**
     * Asks one replica, and the others too once it is late, fails or has not what is wanted.
     *
     * @param first the replica that is asked first
     * @param late when it is late
     * @param wanted which answers will do
     * @return the first answer that will do, and whose it is
     */
    public <A> Optional<Arrival.Answered<DcName, A>> firstAnswer(
            DcName first, ReplicaCall<A> call, Predicate<A> wanted, Deadline late, Deadline end) {
        Fanout<DcName, A> fanout = newFanout();
        Set<DcName> others = new LinkedHashSet<>(names());
        others.remove(first);
        fanout.ask(first, first, () -> call(first, call));
        int pending = 1;
        boolean worthWaiting = !suspicion.isSuspect(first);
        while (pending > 0 || !others.isEmpty()) {
            boolean waits = pending > 0 && (others.isEmpty() || worthWaiting);
            Optional<Arrival<DcName, A>> arrival =
                    waits ? fanout.next(others.isEmpty() ? end : late) : Optional.empty();
            if (arrival.isPresent()) {
                pending--;
                if (arrival.get() instanceof Arrival.Answered<DcName, A> answered
                        && wanted.test(answered.answer())) {
                    return Optional.of(answered);
                }
            } else if (others.isEmpty()) {
                break;
            } else {
                others.forEach(dc -> fanout.ask(dc, dc, () -> call(dc, call)));
                pending += others.size();
                others.clear();
            }
        }
        return Optional.empty();
    }
}
