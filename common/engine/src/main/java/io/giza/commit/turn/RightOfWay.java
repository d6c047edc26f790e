package io.giza.commit.turn;

import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;

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

    private final MetadataGroup group;
    private final Supplier<Duration> roundTrip;
    private final VersionWatch watch;
    private final Map<ObjectKey, Win> wins = new ConcurrentHashMap<>();

    /**
     * A version that this gateway won against others.
     *
     * @param rivals how many of them there were
     * @param until when it is over for good: nobody waits for them then
     */
    private record Win(long generation, long version, int rivals, Deadline until) {}

    /**
     * Gives way to nobody yet.
     *
     * @param roundTrip how long a fast round takes
     */
    public RightOfWay(MetadataGroup group, Supplier<Duration> roundTrip) {
        this.group = group;
        this.roundTrip = roundTrip;
        this.watch = new VersionWatch(group);
    }

    /**
     * Waits until the others had their turn, if this gateway won the last version that it offered
     * against them.
     *
     * @param start a row to start from
     * @param deadline by when the record must be appended; most of the time is left for that
     * @return a row to start from, with their versions
     */
    public Row giveWay(ObjectKey key, Row start, Deadline deadline) {
        Win win = wins.get(key);
        if (win == null) {
            return start;
        }
        Time time = group.surroundings().time();
        Deadline least = time.after(deadline.remaining(time).dividedBy(4));
        Deadline until = win.until();
        Row row = start;
        while (row.generation() == win.generation()
                && row.chosen() < win.version() + win.rivals()
                && !until.hasPassed(time)) {
            Optional<Row> later = watch.next(key, row, roundTrip.get(), until.earlier(least));
            if (later.isEmpty()) {
                break;
            }
            row = later.get();
            until = patience();
        }
        return row;
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
                            : new Win(row.generation(), version, rivals, patience());
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
