package io.giza.gateway.upgrade;

import io.giza.concurrent.Deadline;
import io.giza.level.DecidedLevel;
import io.giza.level.LevelRange;
import io.giza.level.LevelRow;
import io.giza.level.LiveLevel;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Reads the level of the cluster, and has the first one decided where none was: a cluster without
 * one is new, so there is no release before to which anybody could go back. Builds that knew of no
 * levels made clusters without one too; as long as one of those answers, nothing is decided. Who
 * does not answer may not have started yet, as most of a new cluster.
 */
public final class FirstLevel {
    private final LiveLevel.Source row;
    private final BiFunction<DecidedLevel, Deadline, LevelRow.RaiseResult> raise;
    private final Supplier<List<SeenProcess>> census;
    private final Supplier<String> release;
    private final LevelRange range;

    /**
     * Reads a level.
     *
     * @param census asks all processes, where the cluster decided no level yet
     * @param release the version of Giza that this gateway runs
     */
    public FirstLevel(LevelRow row, Supplier<ProcessCensus> census, Supplier<String> release) {
        this(row::read, row::raise, () -> census.get().all(), release, LevelRange.OF_RELEASE);
    }

    FirstLevel(
            LiveLevel.Source row,
            BiFunction<DecidedLevel, Deadline, LevelRow.RaiseResult> raise,
            Supplier<List<SeenProcess>> census,
            Supplier<String> release,
            LevelRange range) {
        this.row = row;
        this.raise = raise;
        this.census = census;
        this.release = release;
        this.range = range;
    }

    /**
     * Returns the level.
     *
     * @throws io.giza.record.FormatException if the row is of no format that this release reads
     */
    public LevelRow.ReadResult read(Deadline deadline) {
        LevelRow.ReadResult found = row.read(deadline);
        return found instanceof LevelRow.Found(DecidedLevel decided)
                        && decided.equals(DecidedLevel.NONE)
                        && census.get().stream()
                                .noneMatch(each -> each.readsLessThan(range.newest()))
                ? decide(found, deadline)
                : found;
    }

    private LevelRow.ReadResult decide(LevelRow.ReadResult found, Deadline deadline) {
        return switch (raise.apply(new DecidedLevel(range.newest(), release.get()), deadline)) {
            case LevelRow.Raised(DecidedLevel decided) -> new LevelRow.Found(decided);
            // Nobody needs it before the next look.
            case LevelRow.Unavailable _ -> found;
        };
    }
}
