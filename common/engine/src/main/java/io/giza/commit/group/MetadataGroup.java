package io.giza.commit.group;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Trace;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Quorums;
import io.giza.paxos.Request;
import io.giza.replica.Fanout;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.Seats;
import io.giza.replica.Suspicion;
import io.giza.replica.WatchedMetadataReplica;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The metadata data centers of one account, as one gateway sees them.
 *
 * @param home the gateway's own data center
 * @param epoch the topology epoch that every request carries
 * @param members who decides in that epoch, empty if nobody compares it
 * @param replicas the metadata data centers by name; all of them, or those that survive
 * @param quorums their quorum sizes
 * @param surroundings tasks, time and chance
 * @param suspicion who does not answer; every replica of the group is watched for it
 */
public record MetadataGroup(
        DcName home,
        long epoch,
        String members,
        Map<DcName, MetadataReplica> replicas,
        Quorums quorums,
        Surroundings surroundings,
        Suspicion suspicion) {
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

    public MetadataGroup {
        Map<DcName, MetadataReplica> watched = new LinkedHashMap<>();
        replicas.forEach((name, replica) -> watched.put(name, watched(replica, suspicion)));
        replicas = Collections.unmodifiableMap(watched);
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

    private static MetadataReplica watched(MetadataReplica replica, Suspicion suspicion) {
        return replica instanceof WatchedMetadataReplica
                ? replica
                : new WatchedMetadataReplica(replica, suspicion);
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

    /** Returns the group without {@code dc}, in quorums of the same sizes. */
    public MetadataGroup without(DcName dc) {
        Map<DcName, MetadataReplica> others = new LinkedHashMap<>(replicas);
        others.remove(dc);
        return new MetadataGroup(home, epoch, members, others, quorums, surroundings, suspicion);
    }

    /** Says why nothing can be done before the topology is read again. */
    public String staleEpochMessage(long laterEpoch) {
        return "the topology is in epoch "
                + laterEpoch
                + " and this process still in "
                + epoch
                + ": start it anew with the topology that the others have";
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

    public <T> Fanout<T, Answer> newFanout() {
        return new Fanout<>(surroundings, home);
    }

    public <T> void ask(Fanout<T, Answer> fanout, T topic, DcName dc, Message message) {
        MetadataReplica replica = Objects.requireNonNull(replicas.get(dc));
        fanout.ask(topic, dc, () -> replica.send(message));
    }

    /** Tells whether none of these data centers is worth waiting for. */
    public boolean areAllSuspect(Collection<DcName> pending) {
        return pending.stream().allMatch(suspicion::isSuspect);
    }

    /** Sends a request to every replica and waits for none of them. */
    public void notifyAll(ObjectKey key, Request request) {
        Fanout<Request, Answer> fanout = newFanout();
        // No operation waits for these calls, so they are none of its round trips.
        Trace.detached(
                () -> names().forEach(dc -> ask(fanout, request, dc, message(key, request, null))));
    }

    public static Message message(ObjectKey key, Request request, @Nullable ObjectKey witness) {
        return new Message(key, request, witness);
    }
}
