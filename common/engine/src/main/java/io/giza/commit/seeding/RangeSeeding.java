package io.giza.commit.seeding;

import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.ParallelTasks;
import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Gatherers;

/**
 * Seeds all rows of a data center whose table was lost, and lets it speak for what is absent too.
 *
 * <p>For each part of the key space, at least a classic quorum of survivors names its keys after it
 * persisted the new epoch. From that moment it votes on no request of an earlier epoch: its table
 * compares the epoch with each write. So a key that none of them names has, of all earlier epochs,
 * the votes of the lost table and of fewer than a classic quorum less one of survivors: nothing was
 * or will be chosen there, and the new table may begin it as untouched. Any classic quorum of
 * survivors will do, another one for each page; fewer would not, because a value can be chosen with
 * the lost table's vote and a classic quorum less one of theirs.
 *
 * <p>Before it joins, a classic quorum of survivors remembers which store takes the place. So of
 * two empty tables for one place and epoch at most one is ever seeded, though the other be started
 * with the same configuration.
 *
 * <p>If the epoch is raised once more meanwhile, the table keeps its place and what rows it has,
 * which vote like those of any table, and the rest is seeded in that epoch.
 *
 * <p>A joining table that is lost once more needs a later epoch, and to be seeded from the start.
 */
public final class RangeSeeding {
    private final MetadataGroup group;
    private final RowSeeding rows;
    private final BatchSizes steps;

    /** Seeds over all buckets. */
    public RangeSeeding(RowSeeding rows, BatchSizes steps) {
        this.group = rows.group();
        this.rows = rows;
        this.steps = steps;
    }

    /**
     * How much is done at a time.
     *
     * @param page how many keys are asked for, at least 1
     * @param width how many rows are seeded at once, at least 1
     */
    public record BatchSizes(int page, int width) {
        /** Enough for data centers a continent apart. */
        public static final BatchSizes DEFAULTS = new BatchSizes(500, 16);
    }

    /**
     * How far a run came in one epoch.
     *
     * @param epoch the epoch in which it ran
     * @param after the last key up to which all rows are seeded, null for none
     * @param rows how many those are
     */
    public record Progress(long epoch, @Nullable ObjectKey after, long rows) {}

    /** How a run ended. */
    public sealed interface RangeResult {}

    /** The joiner holds all rows and is a full member. */
    public record Activated() implements RangeResult {}

    /**
     * Something did not answer: go on later.
     *
     * @param progress where to go on
     */
    public record Paused(Progress progress, String detail) implements RangeResult {}

    /** This will never succeed in this epoch; the joiner needs a later one. */
    public record Rejected(String detail) implements RangeResult {}

    /** Returns where a first run begins. */
    public Progress start() {
        return new Progress(group.epoch(), null, 0);
    }

    /**
     * Tells the joiner that it joins, seeds row after row from where {@code start} came to, and
     * tells it that it is complete.
     *
     * @param mayContinue is told from time to time how far it is; once it says no, the rest is left
     */
    public RangeResult run(Progress start, Predicate<Progress> mayContinue, Deadline deadline) {
        Progress progress = start.epoch() == group.epoch() ? start : start();
        Optional<TableReport> report = orderJoiner(raiseOrder(), deadline);
        if (report.isEmpty()) {
            return new Paused(progress, rows.joiner() + " does not answer");
        }
        Membership joiner = report.get().membership();
        if (report.get().servesAllIn(group.epoch())) {
            return joiner.joined() > 0
                    ? new Activated()
                    : new Rejected(
                            rows.joiner() + " saw epoch " + group.epoch() + " before it joined");
        }
        if (joiner.epoch() > group.epoch()) {
            return new Rejected(group.staleEpochMessage(joiner.epoch()));
        }
        Optional<RangeResult> failure =
                joiner.joinedBefore(group.epoch())
                        ? Optional.empty()
                        : join(joiner, progress, deadline);
        return failure.orElseGet(() -> seedAll(progress, mayContinue, deadline));
    }

    private TableOrder raiseOrder() {
        return new TableOrder.Raise(group.epoch(), group.members());
    }

    /** Has the joiner join once it has its place; empty if it did. */
    private Optional<RangeResult> join(Membership joiner, Progress progress, Deadline deadline) {
        Occupant occupant = new Occupant(rows.joiner(), Occupant.Part.ROWS, joiner.life());
        Optional<String> refusal =
                new SeatAssignment(group, rows.settings()).assign(occupant, deadline);
        if (refusal.isPresent()) {
            return Optional.of(new Paused(progress, refusal.get()));
        }
        TableOrder join = new TableOrder.Join(group.epoch(), joiner.life(), group.members());
        Optional<TableReport> report = orderJoiner(join, deadline);
        return report.filter(each -> each.membership().epoch() == group.epoch()).isPresent()
                ? Optional.empty()
                : Optional.of(new Paused(progress, rows.joiner() + " does not join"));
    }

    private RangeResult seedAll(
            Progress start, Predicate<Progress> mayContinue, Deadline deadline) {
        Progress progress = start;
        while (true) {
            Collection<TableReport> pages = pages(progress, deadline);
            if (!isEnough(pages.size())) {
                return new Paused(progress, "no quorum of survivors names its keys");
            }
            Optional<ObjectKey> horizon =
                    pages.stream()
                            .filter(TableReport::more)
                            .map(page -> page.keys().getLast())
                            .min(ObjectKey::compareTo);
            SortedSet<ObjectKey> keys = new TreeSet<>();
            pages.forEach(page -> keys.addAll(page.keys()));
            horizon.ifPresent(last -> keys.tailSet(last).removeIf(key -> !key.equals(last)));
            for (List<ObjectKey> some : batches(keys)) {
                if (!mayContinue.test(progress)) {
                    return new Paused(progress, "broken off");
                }
                Optional<RangeResult> failure = seed(some, progress, deadline);
                if (failure.isPresent()) {
                    return failure.get();
                }
                progress =
                        new Progress(group.epoch(), some.getLast(), progress.rows() + some.size());
            }
            if (horizon.isEmpty()) {
                return activate(progress, deadline);
            }
        }
    }

    private List<List<ObjectKey>> batches(Collection<ObjectKey> keys) {
        return List.copyOf(keys).stream().gather(Gatherers.windowFixed(steps.width())).toList();
    }

    /** Seeds rows at once; empty if all of them are. */
    private Optional<RangeResult> seed(List<ObjectKey> keys, Progress progress, Deadline deadline) {
        List<RowSeeding.SeedResult> results =
                ParallelTasks.runAll(
                        group.surroundings(),
                        "seed",
                        keys.stream()
                                .<Supplier<RowSeeding.SeedResult>>map(
                                        key -> () -> rows.seed(key, deadline))
                                .toList());
        return results.stream().flatMap(result -> failure(result, progress).stream()).findFirst();
    }

    private Optional<RangeResult> failure(RowSeeding.SeedResult result, Progress progress) {
        return switch (result) {
            case RowSeeding.Seeded _ -> Optional.empty();
            case RowSeeding.Unavailable unavailable ->
                    Optional.of(new Paused(progress, unavailable.detail()));
            case RowSeeding.Superseded superseded ->
                    Optional.of(new Rejected(group.staleEpochMessage(superseded.epoch())));
        };
    }

    private boolean isEnough(int survivors) {
        return group.quorums().isClassic(survivors);
    }

    private RangeResult activate(Progress progress, Deadline deadline) {
        Optional<TableReport> report =
                orderJoiner(new TableOrder.Activate(group.epoch()), deadline);
        return report.filter(each -> each.servesAllIn(group.epoch())).isPresent()
                ? new Activated()
                : new Paused(progress, rows.joiner() + " did not confirm that it is complete");
    }

    private Optional<TableReport> orderJoiner(TableOrder order, Deadline deadline) {
        return gather(Set.of(rows.joiner()), order, 1, deadline).stream().findFirst();
    }

    private Collection<TableReport> pages(Progress progress, Deadline deadline) {
        TableOrder order = new TableOrder.Keys(group.epoch(), progress.after(), steps.page());
        return gather(rows.survivors().names(), order, group.quorums().classic(), deadline);
    }

    /** Gives an order to some and returns the first reports, of this epoch where it is of keys. */
    private List<TableReport> gather(
            Set<DcName> dcs, TableOrder order, int wanted, Deadline deadline) {
        Predicate<TableReport> counts =
                report -> !(order instanceof TableOrder.Keys) || report.servesAllIn(group.epoch());
        Map<DcName, TableReport> reports =
                group.gather(
                        dcs,
                        replica -> replica.order(order),
                        answers -> answers.values().stream().filter(counts).count() >= wanted,
                        rows.settings().phaseEnd(group.surroundings().time(), deadline));
        return reports.values().stream().filter(counts).toList();
    }
}
