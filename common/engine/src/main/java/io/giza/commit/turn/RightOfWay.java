package io.giza.commit.turn;

import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.model.ObjectKey;
import io.giza.paxos.LatestVersion;
import io.giza.paxos.Row;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Lets gateways whose writers meet at a row take turns. Who won a version against others gives way
 * to each of them once before it proposes again. So the next version has one proposer, and is
 * decided on the fast ballot in one round trip, where two that start together take two.
 *
 * <p>It is soft state and no part of safety: who does not give way is only slower. Nobody gives way
 * for longer than two round trips to somebody who does not come.
 */
public final class RightOfWay {
    /** Beyond it, what is over for good is forgotten. */
    private static final int MAX_ROWS = 1024;

    private static final int PATIENCE_IN_ROUND_TRIPS = 2;

    /** How much of a log is remembered: as much as acceptors search for repeated operations. */
    private static final int MAX_SEEN_VERSIONS = 16;

    private final MetadataGroup group;
    private final LatestVersion rule;
    private final Supplier<Duration> roundTrip;
    private final Map<ObjectKey, Win> wins = new ConcurrentHashMap<>();

    /**
     * A version that this gateway won against others.
     *
     * @param rivals how many of them there were
     * @param seen the newest part of the row with versions of theirs, if its own put was left out
     * @param until when it is over for good: nobody waits for them then
     */
    private record Win(
            long generation, long version, int rivals, Optional<Row> seen, Deadline until) {
        /** Tells whether somebody has not had a turn since. */
        boolean isAwaited(Row row) {
            return row.generation() == generation && row.chosen() < version + rivals;
        }

        Win seeing(Row row, Deadline later) {
            Row newest = row.since(Math.max(1, row.chosen() - MAX_SEEN_VERSIONS + 1));
            return new Win(generation, version, rivals, Optional.of(newest), later);
        }
    }

    /**
     * Gives way to nobody yet.
     *
     * @param rule finds the latest version in what a quorum answers
     * @param roundTrip how long a fast round takes
     */
    public RightOfWay(MetadataGroup group, LatestVersion rule, Supplier<Duration> roundTrip) {
        this.group = group;
        this.rule = rule;
        this.roundTrip = roundTrip;
    }

    /**
     * Waits until the others had their turn, if this gateway won the last version that it offered
     * against them.
     *
     * @param start a row to start from
     * @param witness the row that is read with theirs, or null
     * @param deadline by when the record must be appended; most of the time is left for that
     * @return what was seen meanwhile
     */
    public Passage giveWay(
            ObjectKey key, Row start, @Nullable ObjectKey witness, Deadline deadline) {
        Win win = wins.get(key);
        if (win == null) {
            return Passage.none(start);
        }
        Time time = group.surroundings().time();
        Deadline least = time.after(deadline.remaining(time).dividedBy(4));
        Deadline until = win.until();
        Row newest = win.seen().filter(row -> row.isLaterThan(start)).orElse(start);
        VersionWatch watch = new VersionWatch(group, rule, key, newest, witness);
        while (win.isAwaited(watch.known())
                && !until.hasPassed(time)
                && watch.next(roundTrip.get(), until.earlier(least))) {
            until = patience();
        }
        return watch.seen();
    }

    /**
     * Notes that a put was left out, since others wrote over it while this gateway gave way. It has
     * its turn next, and begins with their versions: other data centers are told of them later.
     *
     * @param row a row that knows them
     */
    public void leftOut(ObjectKey key, Row row) {
        wins.computeIfPresent(key, (_, win) -> win.seeing(row, patience()));
    }

    /**
     * Notes that this gateway won a version.
     *
     * @param row a row that knows it
     * @param met how many others met its record on the way
     */
    public void won(ObjectKey key, Row row, long version, int met) {
        wins.compute(
                key,
                (_, last) -> {
                    long between =
                            last == null || last.generation() != row.generation()
                                    ? 0
                                    : version - last.version() - 1;
                    int rivals = (int) Math.min(Math.max(met, between), group.names().size() - 1L);
                    return rivals == 0
                            ? null
                            : new Win(
                                    row.generation(),
                                    version,
                                    rivals,
                                    Optional.empty(),
                                    patience());
                });
        if (wins.size() > MAX_ROWS) {
            Time time = group.surroundings().time();
            wins.values().removeIf(win -> win.until().hasPassed(time));
        }
    }

    private Deadline patience() {
        return group.surroundings()
                .time()
                .after(roundTrip.get().multipliedBy(PATIENCE_IN_ROUND_TRIPS));
    }
}
