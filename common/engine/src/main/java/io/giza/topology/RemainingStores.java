package io.giza.topology;

import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.paxos.Quorums;
import io.giza.replica.Account;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;
import io.giza.topology.LiveTopology.Permitted;
import io.giza.topology.LiveTopology.Refused;
import io.giza.topology.LiveTopology.Verdict;
import io.giza.topology.Members.Member;
import io.giza.topology.Members.State;
import io.giza.topology.Members.Store;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The stores that hold data once a change of the topology is in effect. A change cannot be undone,
 * so it is judged by what it leaves, and not by how much it changes: a replacement beside a data
 * center that is still being filled could leave too little.
 */
final class RemainingStores {
    private final Topology current;
    private final Topology next;
    private final List<Member> members;
    private final Map<DcName, DataCenter> before;
    private final Map<DcName, DataCenter> after;

    /**
     * Judges a change.
     *
     * @param members what the stores of the current topology answered, at their next endpoints
     */
    RemainingStores(Topology current, Topology next, List<Member> members) {
        this.current = current;
        this.next = next;
        this.members = List.copyOf(members);
        this.before = current.byName();
        this.after = next.byName();
    }

    /**
     * Returns whether enough is left: a quorum of tables in any case, as nothing could be decided
     * or filled without one, and the objects of all accounts unless the order may lose data.
     */
    Verdict judge(Quorums quorums, TopologyOrder order) {
        Optional<String> refusal =
                refusalOfEndpoints()
                        .or(this::refusalOfFreePlaces)
                        .or(() -> refusalOfTables(quorums));
        List<String> losses = order.accounts().stream().flatMap(this::losses).toList();
        if (refusal.isEmpty() && !losses.isEmpty() && !order.mayLoseData()) {
            refusal =
                    Optional.of(
                            String.join("; ", losses)
                                    + ": wait until they are filled and answer, or accept the loss"
                                    + " (--lose-data, lose_data)");
        }
        return refusal.<Verdict>map(Refused::new).orElseGet(() -> new Permitted(losses));
    }

    /** A mistyped endpoint would take its data center away. */
    private Optional<String> refusalOfEndpoints() {
        return staying()
                .flatMap(
                        member -> {
                            DataCenter was = place(before, member);
                            DataCenter then = place(after, member);
                            return Stream.of(
                                            new Endpoint(
                                                    "table",
                                                    was.metadata(),
                                                    then.metadata(),
                                                    member.table()),
                                            new Endpoint(
                                                    "fragment store",
                                                    was.fragments(),
                                                    then.fragments(),
                                                    member.fragments()))
                                    .filter(
                                            each ->
                                                    each.isNew()
                                                            && !each.store().isInPlace(was.since()))
                                    .map(each -> each.refusal(member.dc()));
                        })
                .findFirst();
    }

    /** An endpoint of a data center, and the store that answered at the next one. */
    private record Endpoint(String kind, URI was, URI next, Store store) {
        boolean isNew() {
            return !was.equals(next);
        }

        String refusal(DcName dc) {
            return "the %s of %s does not answer at %s: start its service there first, and check the URL"
                    .formatted(kind, dc, next);
        }
    }

    /** A store takes its place in the epoch that gave it, so the next one has to wait. */
    private Optional<String> refusalOfFreePlaces() {
        return staying()
                .filter(
                        member -> {
                            long since = place(before, member).since();
                            return since == current.epoch()
                                    && !(member.table().isInPlace(since)
                                            && member.fragments().isInPlace(since));
                        })
                .findFirst()
                .map(
                        member ->
                                "%s takes its place in epoch %d and did not do so yet: start its empty services and wait until they join, or replace it again with since %d"
                                        .formatted(member.dc(), current.epoch(), next.epoch()));
    }

    private Stream<Member> staying() {
        return members.stream().filter(member -> !isReplaced(member.dc()));
    }

    private static DataCenter place(Map<DcName, DataCenter> topology, Member member) {
        return Objects.requireNonNull(topology.get(member.dc()));
    }

    private Optional<String> refusalOfTables(Quorums quorums) {
        Map<DcName, String> missing = new LinkedHashMap<>();
        for (Member member : members) {
            shortcoming(member.dc(), member.table())
                    .ifPresent(why -> missing.put(member.dc(), why));
        }
        return quorums.isClassic(quorums.size() - missing.size())
                ? Optional.empty()
                : Optional.of(
                        "epoch %d would have no quorum: %d of %d tables must be filled and answer, but %s: wait until they are"
                                .formatted(
                                        next.epoch(),
                                        quorums.classic(),
                                        quorums.size(),
                                        told(missing)));
    }

    /**
     * Tells what an account loses by a replacement, for its coding and that of its small objects.
     */
    private Stream<String> losses(Account account) {
        if (account.dataDcs().stream().noneMatch(this::losesFragments)) {
            return Stream.empty();
        }
        Map<DcName, String> missing = new LinkedHashMap<>();
        for (Member member : members) {
            if (account.dataDcs().contains(member.dc())) {
                shortcoming(member.dc(), member.fragments())
                        .ifPresent(why -> missing.put(member.dc(), why));
            }
        }
        return codings(account).stream()
                .filter(coding -> missing.size() > coding.toleratedLosses())
                .map(
                        coding ->
                                "objects of account %s in %s can do without %d of their data centers, but %s"
                                        .formatted(
                                                account.name(),
                                                coding,
                                                coding.toleratedLosses(),
                                                told(missing)));
    }

    private static List<Coding> codings(Account account) {
        List<Coding> codings = new ArrayList<>(List.of(account.coding()));
        if (account.small().replicatedBelow() > 0) {
            codings.add(account.small().replication());
        }
        return codings;
    }

    /** Says why a store will not hold all that it should; empty if it will. */
    private Optional<String> shortcoming(DcName dc, Store store) {
        if (store.state() != State.NONE && isReplaced(dc)) {
            return Optional.of("is replaced");
        }
        return switch (store.state()) {
            case NONE, ACTIVE -> Optional.empty();
            case EMPTY, JOINING -> Optional.of("is still being filled");
            case SILENT -> Optional.of("does not answer");
            case AHEAD -> Optional.of("serves a later epoch");
        };
    }

    private boolean losesFragments(DcName dc) {
        return before.containsKey(dc) && isReplaced(dc);
    }

    private boolean isReplaced(DcName dc) {
        return Objects.requireNonNull(after.get(dc)).since() == next.epoch();
    }

    private static String told(Map<DcName, String> missing) {
        return missing.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
    }
}
