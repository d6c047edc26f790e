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
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The stores that hold data once a change of the topology is in effect. A change cannot be undone,
 * so it is judged by the remaining stores, and not by its size: a replacement beside a data center
 * that is still being filled could leave too few.
 */
final class RemainingStores {
    private final Topology current;
    private final Topology next;
    private final List<Member> members;
    private final Set<DcName> lagging;
    private final Map<DcName, DataCenter> before;
    private final Map<DcName, DataCenter> after;

    /**
     * Judges a change.
     *
     * @param members the answers of the stores of the current topology, at their next endpoints
     * @param lagging the data centers that missed writes which are not repaired yet
     */
    RemainingStores(Topology current, Topology next, List<Member> members, Set<DcName> lagging) {
        this.current = current;
        this.next = next;
        this.members = List.copyOf(members);
        this.lagging = Set.copyOf(lagging);
        this.before = current.byName();
        this.after = next.byName();
    }

    /**
     * Returns whether enough is left: always a quorum of tables, without which nothing could be
     * decided or filled, and the objects of all accounts unless the order may lose data.
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
                                    + ": wait until they are whole and answer, or accept the loss"
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

    /** An endpoint of a data center before and after, and the store that answers at the latter. */
    private record Endpoint(String kind, URI was, URI next, Store store) {
        boolean isNew() {
            return !was.equals(next);
        }

        String refusal(DcName dc) {
            return "the %s of %s does not answer at %s: start its service there first, and check the URL"
                    .formatted(kind, dc, next);
        }
    }

    /** A store takes its place in the epoch that gave it, so the next epoch has to wait. */
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
        Map<DcName, String> missing = missing(members.stream(), Member::table);
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

    /** Returns the losses of an account by a replacement, for each of its codings. */
    private Stream<String> losses(Account account) {
        if (members.stream()
                .noneMatch(
                        each -> account.dataDcs().contains(each.dc()) && isReplaced(each.dc()))) {
            return Stream.empty();
        }
        Map<DcName, String> missing =
                missing(
                        members.stream().filter(each -> account.dataDcs().contains(each.dc())),
                        Member::fragments);
        account.dataDcs().stream()
                .filter(lagging::contains)
                .forEach(dc -> missing.putIfAbsent(dc, "lacks writes that it missed"));
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

    /** Returns the data centers without a whole store, and the reason. */
    private Map<DcName, String> missing(Stream<Member> among, Function<Member, Store> part) {
        Map<DcName, String> missing = new LinkedHashMap<>();
        among.forEach(
                member ->
                        shortcoming(member.dc(), part.apply(member))
                                .ifPresent(why -> missing.put(member.dc(), why)));
        return missing;
    }

    /** Returns the reason why a store will not be whole; empty if it will. */
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

    private boolean isReplaced(DcName dc) {
        return Objects.requireNonNull(after.get(dc)).since() == next.epoch();
    }

    private static String told(Map<DcName, String> missing) {
        return missing.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
    }
}
