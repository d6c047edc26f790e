package io.giza.simulation.object;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.erasure.ErasureCode;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.record.ManifestCodec;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.simulation.cluster.VoteOracle.Chosen;
import io.giza.testkit.fake.InMemoryFragmentStore;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the chosen records of an object say about the answers that its clients got. */
public final class ObjectOracle {
    private final VoteOracle votes;
    private final List<? extends Holdings> stores;
    private final Predicate<PutId> mayBeLost;

    /** What a store has for good. */
    public interface Holdings {
        /** Returns the data center. */
        DcName dc();

        /** Tells whether a fragment is there. */
        boolean holds(FragmentId id);

        /** Returns how many fragments of a put are there. */
        long count(String putId);

        /** Returns what is in a store in memory. */
        static Holdings of(InMemoryFragmentStore store) {
            return new Holdings() {
                @Override
                public DcName dc() {
                    return store.dc();
                }

                @Override
                public boolean holds(FragmentId id) {
                    return store.holds(id);
                }

                @Override
                public long count(String putId) {
                    return store.ids().stream()
                            .filter(id -> id.putId().toString().equals(putId))
                            .count();
                }
            };
        }
    }

    public ObjectOracle(SimulatedCluster cluster) {
        this(cluster, cluster.stores().stream().map(Holdings::of).toList());
    }

    /** Judges by what these stores have. */
    ObjectOracle(SimulatedCluster cluster, List<? extends Holdings> stores) {
        this(cluster.oracle(), stores, _ -> false);
    }

    /**
     * Judges by what these stores have.
     *
     * @param mayBeLost whether a put lost so many fragments with their stores that it may be
     *     unreadable
     */
    public ObjectOracle(
            VoteOracle votes, List<? extends Holdings> stores, Predicate<PutId> mayBeLost) {
        this.votes = votes;
        this.stores = List.copyOf(stores);
        this.mayBeLost = mayBeLost;
    }

    /** Whether a version of an object may be unreadable, because its stores were lost. */
    boolean mayBeLost(ObjectKey key) {
        return votes.chosen(key).stream().anyMatch(each -> mayBeLost.test(each.value().id()));
    }

    /** Returns a moment later than all before. */
    long now() {
        return votes.now();
    }

    /**
     * I6: an acknowledged put is chosen, and as many of its fragments are stored as bear a loss.
     */
    void checkDurable(ObjectKey key, OpId op) {
        checkStored(key, op, false);
    }

    /** I6: what was acknowledged decodes at last, unless too many of its stores were lost. */
    void checkKept(ObjectKey key, OpId op) {
        if (votes.chosen(key, op).filter(each -> mayBeLost.test(each.value().id())).isEmpty()) {
            checkDecodable(key, op);
        }
    }

    /** I6: a put whose retry was acknowledged is chosen, and what is stored of it decodes. */
    void checkDecodable(ObjectKey key, OpId op) {
        checkStored(key, op, true);
    }

    VoteOracle votes() {
        return votes;
    }

    /** Tells whether the record of an operation is chosen. */
    boolean isChosen(ObjectKey key, OpId op) {
        return votes.chosen(key, op).isPresent();
    }

    /** I6: what succeeded without a version was written over since it was asked for. */
    void checkOverwritten(ObjectKey key, long since) {
        check(
                votes.chosen(key).stream()
                        .filter(each -> each.moment() > since)
                        .map(Chosen::value)
                        .anyMatch(
                                value ->
                                        value.kind() == Value.Kind.PUT
                                                && Mode.of(value) == Mode.BLIND),
                "I6: neither chosen nor written over");
    }

    private void checkStored(ObjectKey key, OpId op, boolean retried) {
        Value value =
                votes.chosen(key, op)
                        .map(Chosen::value)
                        .orElseThrow(() -> new AssertionError("I6: not chosen: " + op));
        Optional<Manifest.Fragmented> data = ManifestCodec.decode(value).fragmented();
        if (data.isPresent()) {
            Manifest.Fragmented where = data.get();
            Set<Integer> stored =
                    IntStream.range(0, where.coding().fragments())
                            .filter(
                                    i ->
                                            holds(
                                                    where,
                                                    new FragmentId(
                                                            where.account(), key, value.id(), i)))
                            .boxed()
                            .collect(Collectors.toSet());
            int least = retried ? 0 : where.coding().fragments() - where.coding().toleratedLosses();
            check(
                    stored.size() >= least && ErasureCode.of(where.coding()).isDecodable(stored),
                    "I6: acknowledged with the fragments " + stored + ": " + value);
        }
    }

    /** Only where the record says that it is does anybody look for a fragment. */
    private boolean holds(Manifest.Fragmented where, FragmentId id) {
        return stores.stream()
                .filter(store -> store.dc().equals(where.placement().get(id.index())))
                .anyMatch(store -> store.holds(id));
    }

    /** A conditional write that was acknowledged came right after a state that it allows. */
    void checkConditionHeld(ObjectKey key, OpId op, WriteCondition condition) {
        List<Chosen> log = votes.chosen(key);
        for (int version = 0; version < log.size(); version++) {
            if (log.get(version).value().op().equals(op)) {
                check(
                        holds(condition, etagAfter(log, version)),
                        condition + " did not hold before version " + (version + 1));
            }
        }
    }

    /** A write is not refused for what it did itself. */
    void checkNotOwn(ObjectKey key, OpId op) {
        check(
                votes.chosen(key, op).isEmpty(),
                () -> "refused though it happened: " + votes.chosen(key, op));
    }

    /** A conditional write that was refused met, at some time since, a state that refuses it. */
    void checkConditionFailed(ObjectKey key, WriteCondition condition, long since) {
        List<Chosen> log = votes.chosen(key);
        boolean failed = false;
        for (int versions = 0; versions <= log.size(); versions++) {
            boolean over = versions < log.size() && log.get(versions).moment() <= since;
            failed |= !over && !holds(condition, etagAfter(log, versions));
        }
        check(failed, condition + " was refused though it held all the time");
    }

    /** Returns the chosen versions of an object and how many fragments of each are stored. */
    public String describe(ObjectKey key) {
        StringBuilder text = new StringBuilder("chosen as " + key + ":");
        for (Chosen each : votes.chosen(key)) {
            PutId id = each.value().id();
            long stored = stores.stream().mapToLong(store -> store.count(id.toString())).sum();
            text.append(System.lineSeparator())
                    .append("  ")
                    .append(each)
                    .append(", fragments: ")
                    .append(stored);
        }
        return text.toString();
    }

    private static boolean holds(WriteCondition condition, Optional<String> etag) {
        return switch (condition) {
            case WriteCondition.None _ -> true;
            case WriteCondition.Absent _ -> etag.isEmpty();
            case WriteCondition.Matches matches ->
                    etag.filter(matches.etags()::contains).isPresent();
            case WriteCondition.Differs differs -> etag.filter(differs.etags()::contains).isEmpty();
            case WriteCondition.Unmet _ -> false;
            case WriteCondition.Described described ->
                    throw new IllegalArgumentException("of deletes only: " + described);
        };
    }

    /**
     * Returns the ETag of the object after the first {@code versions} versions. One that was given
     * up among these never was visible.
     */
    private static Optional<String> etagAfter(List<Chosen> log, int versions) {
        List<Value> values = log.subList(0, versions).stream().map(Chosen::value).toList();
        Set<Long> over =
                values.stream()
                        .filter(value -> value.kind() == Value.Kind.DELETE_VERSIONS)
                        .map(value -> value.command().argument())
                        .collect(Collectors.toSet());
        for (int version = versions; version > 0; version--) {
            Value value = values.get(version - 1);
            switch (value.kind()) {
                case PUT -> {
                    if (!over.contains((long) version)) {
                        return Optional.of(ManifestCodec.decode(value).etag());
                    }
                }
                case MARKER -> {
                    return Optional.empty();
                }
                case DELETE_VERSIONS, ANNOTATE, NO_OP, REMOVE, DROP, VISIBLE -> {}
            }
        }
        return Optional.empty();
    }
}
