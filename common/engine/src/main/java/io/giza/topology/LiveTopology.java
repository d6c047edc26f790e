package io.giza.topology;

import io.giza.commit.MetadataPath;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.commit.group.RowInstaller;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.hint.Hint;
import io.giza.hint.HintRows;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.replica.FragmentRepair;
import io.giza.replica.Topology;
import io.giza.topology.Members.Member;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The topology of a running process: it begins with the configured one and takes up each later one
 * that the cluster decides, without a restart. What a process does its work with is made anew for
 * each epoch, so an operation that began in one ends in it or is refused: a process that takes up
 * an epoch is like one that was started in it, beside the one that was there.
 *
 * <pre>
 * change  read the row by a quorum of epoch e
 *         append the topology of e + 1, conditional on that version: of two changes one is decided
 *         install the version at a classic quorum of tables
 *         order epoch e + 1 of all stores, and go on in it
 * learn   ask the tables for the row, in whatever epoch they serve
 *         if one knows of a later topology: do the last two steps, unless a table serves its epoch
 * </pre>
 *
 * <p>Whoever is refused for its epoch finds the topology at each quorum of tables, since a classic
 * quorum knew it before the first table was raised. A table that was replaced may be among those,
 * and each quorum of the others still meets one that knows.
 *
 * @param <R> what the process does its work with
 */
public final class LiveTopology<R> {
    private static final Duration POLL = Duration.ofMillis(10);

    /** The time in which a store that is there answers. */
    private static final Duration ANSWER_TIME = Duration.ofSeconds(5);

    private final Topology configured;
    private final Function<Topology, Reach<R>> assembly;
    private final AtomicReference<Current<R>> current;
    private final AtomicBoolean isLearning = new AtomicBoolean();

    /**
     * The stores of a topology, as a process reaches them in its epoch.
     *
     * @param metadata the metadata path over its tables
     * @param stores its fragment stores, to be given orders
     * @param work what the process does its work with
     */
    public record Reach<R>(MetadataPath metadata, Map<DcName, FragmentRepair> stores, R work) {
        public Reach {
            stores = Map.copyOf(stores);
        }
    }

    private record Current<R>(Topology topology, Reach<R> reach) {
        MetadataGroup group() {
            return reach.metadata().group();
        }
    }

    /**
     * Begins with a topology.
     *
     * @param configured the one that the process was started with
     * @param assembly reaches the stores of a topology; nothing is sent yet
     */
    public LiveTopology(Topology configured, Function<Topology, Reach<R>> assembly) {
        this.configured = configured;
        this.assembly = assembly;
        this.current = new AtomicReference<>(new Current<>(configured, assembly.apply(configured)));
    }

    /** How a change ended. */
    public sealed interface ChangeResult {}

    /**
     * It is decided.
     *
     * @param isServed whether a quorum serves the epoch; if not, whoever learns of it goes on
     * @param losses the objects that become unreadable, a sentence for each account
     */
    public record Changed(boolean isServed, List<String> losses) implements ChangeResult {
        public Changed {
            losses = List.copyOf(losses);
        }
    }

    /** Whether a change may be made. */
    public sealed interface Verdict {}

    /**
     * It may.
     *
     * @param losses the objects that become unreadable, a sentence for each account
     */
    public record Permitted(List<String> losses) implements Verdict {
        public Permitted {
            losses = List.copyOf(losses);
        }
    }

    /** It was not done, since it must not be. */
    public record Refused(String reason) implements ChangeResult, Verdict {}

    /** Another change was decided first. */
    public record Superseded(Topology by) implements ChangeResult {}

    /** It was not done, since something does not answer. */
    public record Unavailable(String detail) implements ChangeResult {}

    /** It may be done, or yet become so. */
    public record Unknown(String detail) implements ChangeResult {}

    /** Returns the topology that the process works with now. */
    public Topology topology() {
        return current.get().topology();
    }

    /** Returns what an operation that begins now is done with. */
    public R work() {
        return current.get().reach().work();
    }

    /**
     * Takes up a later topology if the cluster has one. One task at a time asks; others that want
     * to know wait for it.
     *
     * @return whether the process works with another topology now than before
     */
    public boolean learn(Deadline deadline) {
        Current<R> before = current.get();
        Time time = before.group().surroundings().time();
        while (!isLearning.compareAndSet(false, true)) {
            if (deadline.hasPassed(time)) {
                return false;
            }
            time.sleep(POLL);
        }
        try {
            return topology().epoch() > before.topology().epoch() || learnNow(before, deadline);
        } finally {
            isLearning.set(false);
        }
    }

    private boolean learnNow(Current<R> now, Deadline deadline) {
        Optional<TopologyRow.Known> later = row(now).later(deadline);
        return later.isPresent()
                && isKnownToQuorum(now, later.get(), deadline)
                && takeUp(now, later.get().topology(), deadline);
    }

    /** Only a topology that each quorum of tables can tell of may be ordered of the first one. */
    private static boolean isKnownToQuorum(
            Current<?> now, TopologyRow.Known known, Deadline deadline) {
        MetadataGroup group = now.group();
        return known.isRaised()
                || group.quorums().isClassic(known.knowing().size())
                || group.quorums()
                        .isClassic(
                                new RowInstaller(group, CommitSettings.DEFAULTS)
                                        .install(TopologyRow.KEY, known.row(), deadline)
                                        .size());
    }

    /**
     * Has the stores serve a decided topology's epoch, and works with it once a quorum does.
     * Another task may be at the same.
     */
    private boolean takeUp(Current<R> now, Topology later, Deadline deadline) {
        Topology own = later.reachedBy(configured);
        Reach<R> reach = assembly.apply(own);
        if (!new EpochRaise(reach.metadata().group(), reach.stores()).run(deadline)) {
            return false;
        }
        current.compareAndSet(now, new Current<>(own, reach));
        return topology().epoch() >= later.epoch();
    }

    /** Judges a change by the state that it would leave. */
    public Verdict judge(TopologyOrder order, Deadline deadline) {
        return judge(current.get(), order, deadline);
    }

    private Verdict judge(Current<R> now, TopologyOrder order, Deadline deadline) {
        Topology next = order.next();
        Optional<String> refusal =
                TopologyChange.refusal(now.topology(), next, now.group().names());
        if (refusal.isPresent()) {
            return new Refused(refusal.get());
        }
        return new RemainingStores(now.topology(), next, members(now, next, deadline), lagging(now))
                .judge(now.group().quorums(), order);
    }

    /** Returns the data centers that missed writes of objects: any may, if no quorum tells. */
    private static Set<DcName> lagging(Current<?> now) {
        return new HintRows(now.reach().metadata())
                .all()
                .map(LiveTopology::lagging)
                .orElseGet(() -> now.topology().byName().keySet());
    }

    private static Set<DcName> lagging(List<Hint> hints) {
        return hints.stream()
                .filter(hint -> !hint.space().equals(BucketId.SYSTEM))
                .map(Hint::dc)
                .collect(Collectors.toSet());
    }

    /** Asks all stores at their next endpoints. */
    private List<Member> members(Current<R> now, Topology next, Deadline deadline) {
        Topology tried = now.topology().listeningAs(next);
        Reach<R> reach = tried.equals(now.topology()) ? now.reach() : assembly.apply(tried);
        MetadataGroup group = reach.metadata().group();
        return new Members(group, reach.stores())
                .all(group.surroundings().time().after(ANSWER_TIME).earlier(deadline));
    }

    /** Has the cluster decide that a topology follows the current one, and takes it up. */
    public ChangeResult change(TopologyOrder order, Deadline deadline) {
        learn(deadline);
        Current<R> now = current.get();
        return switch (judge(now, order, deadline)) {
            case Refused refused -> refused;
            case Permitted(List<String> losses) ->
                    decide(now, order.next().noting(now.topology()), losses, deadline);
        };
    }

    private ChangeResult decide(
            Current<R> now, Topology next, List<String> losses, Deadline deadline) {
        return switch (row(now).decide(next, deadline)) {
            case TopologyRow.Decided decided -> {
                var known = new TopologyRow.Known(next, decided.row(), Set.of(), false);
                yield new Changed(
                        isKnownToQuorum(now, known, deadline) && takeUp(now, next, deadline),
                        losses);
            }
            case TopologyRow.Superseded superseded -> new Superseded(superseded.by());
            case TopologyRow.NotDecided failed -> new Unavailable(failed.detail());
            case TopologyRow.Unknown unknown -> new Unknown(unknown.detail());
        };
    }

    private static TopologyRow row(Current<?> now) {
        return new TopologyRow(now.reach().metadata());
    }
}
