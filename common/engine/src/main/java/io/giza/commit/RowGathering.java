package io.giza.commit;

import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.paxos.LatestVersion;
import io.giza.paxos.Reply;
import io.giza.paxos.Row;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.Nearness;
import io.giza.replica.ReplicaException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads a row where it is nearest: at a classic quorum first, and everywhere once that leaves the
 * latest version open, or somebody fails or is late. Nearly always the first suffice.
 */
final class RowGathering {
    /** Rows are small beside what else is read, so their distances are those of short reads. */
    private static final int ROW_BYTES = 0;

    private final MetadataGroup group;
    private final LatestVersion rule;
    private final Message message;
    private final Consumer<Arrival.Answered<DcName, Answer>> first;
    private final Time time;
    private final Deadline end;
    private final Deadline hedge;
    private final Fanout<DcName, Answer> fanout;
    private final Map<DcName, Row> rows = new HashMap<>();
    private final Map<DcName, Row> witnesses = new HashMap<>();
    private final Set<DcName> pending = new HashSet<>();
    private final List<DcName> unasked;

    /**
     * What was gathered.
     *
     * @param timedOut whether waiting ended before all were heard
     * @param laterEpoch the epoch of a data center that refused this gateway's, or 0
     */
    record Gathered(
            LatestVersion.Verdict verdict,
            Map<DcName, Row> rows,
            Map<DcName, Row> witnesses,
            boolean timedOut,
            long laterEpoch) {
        /** Tells whether a data center's row holds the last version of {@code latest}. */
        boolean holds(DcName dc, Row latest) {
            return Optional.ofNullable(rows.get(dc))
                    .map(row -> row.holdsLastOf(latest))
                    .orElse(latest.chosen() == 0);
        }
    }

    /**
     * Begins with nothing asked.
     *
     * @param message the read that is sent
     * @param first is told of the first row that comes, while others are waited for
     */
    RowGathering(
            MetadataGroup group,
            CommitSettings settings,
            LatestVersion rule,
            Message message,
            Consumer<Arrival.Answered<DcName, Answer>> first,
            Deadline deadline) {
        this.group = group;
        this.rule = rule;
        this.message = message;
        this.first = first;
        this.time = group.surroundings().time();
        this.end = settings.phaseEnd(time, deadline);
        this.hedge = settings.hedgeEnd(time, end);
        this.fanout = group.newFanout();
        this.unasked = new ArrayList<>(nearestFirst());
    }

    /** What is known now of where a data center is; it may change while others are compared. */
    private record Distance(DcName dc, boolean isSuspect, Duration time) {
        static final Comparator<Distance> NEAREST_FIRST =
                Comparator.comparing(Distance::isSuspect).thenComparing(Distance::time);
    }

    /** Returns all of them: home first, then the nearest, and last who rather do not answer. */
    private List<DcName> nearestFirst() {
        return group.names().stream()
                .map(this::distance)
                .sorted(Distance.NEAREST_FIRST)
                .map(Distance::dc)
                .toList();
    }

    private Distance distance(DcName dc) {
        Nearness nearness = group.nearness();
        boolean isHome = dc.equals(group.home());
        return new Distance(
                dc,
                nearness.isSuspect(dc),
                isHome ? Duration.ZERO : nearness.distance(dc, ROW_BYTES));
    }

    /** Reads rows until the rule settles, or everybody answered, or waiting helps no more. */
    Gathered gather() {
        List<DcName> nearest = List.copyOf(unasked.subList(0, group.quorums().classic()));
        nearest.forEach(this::ask);
        Deadline late = time.after(longestWait(nearest)).earlier(end);
        while (true) {
            LatestVersion.Verdict verdict = rule.judge(group.quorums(), rows);
            boolean enough = !(verdict instanceof LatestVersion.TooFew);
            if (verdict instanceof LatestVersion.Settled) {
                return new Gathered(verdict, rows, witnesses, false, 0);
            }
            if (enough || pending.isEmpty()) {
                askAll();
            }
            if (pending.isEmpty() || (enough && group.areAllSuspect(pending))) {
                return new Gathered(verdict, rows, witnesses, false, 0);
            }
            Deadline patience = enough ? hedge : end;
            Optional<Arrival<DcName, Answer>> arrival =
                    fanout.next(unasked.isEmpty() ? patience : late);
            if (arrival.isEmpty() && unasked.isEmpty()) {
                return new Gathered(verdict, rows, witnesses, true, 0);
            }
            long laterEpoch = arrival.map(this::take).orElse(0L);
            if (laterEpoch > 0) {
                return new Gathered(verdict, rows, witnesses, false, laterEpoch);
            }
            if (arrival.isEmpty() || arrival.get() instanceof Arrival.Failed<DcName, Answer>) {
                askAll();
            }
        }
    }

    private Duration longestWait(List<DcName> dcs) {
        return dcs.stream()
                .map(dc -> group.nearness().lateAfter(dc, ROW_BYTES))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private void ask(DcName dc) {
        unasked.remove(dc);
        pending.add(dc);
        fanout.ask(dc, dc, () -> read(dc));
    }

    /** Sends the read, and learns how far away the data center is. */
    private Answer read(DcName dc) throws ReplicaException {
        Ticks start = time.ticks();
        try {
            Answer answer = group.send(dc, message);
            group.nearness().answered(dc, ROW_BYTES, start.elapsed(time));
            return answer;
        } catch (ReplicaException e) {
            group.nearness().failed(dc);
            throw e;
        }
    }

    private void askAll() {
        List.copyOf(unasked).forEach(this::ask);
    }

    /** Takes what came; returns the epoch of who refuses this gateway's, else 0. */
    private long take(Arrival<DcName, Answer> arrival) {
        pending.remove(arrival.dc());
        if (!(arrival instanceof Arrival.Answered<DcName, Answer> answered)) {
            return 0;
        }
        Reply reply = answered.answer().reply();
        if (reply instanceof Reply.StaleEpoch stale) {
            return stale.row().epoch();
        }
        // That a row which is not seeded yet has nothing to show is no answer.
        if (reply instanceof Reply.Current) {
            if (rows.isEmpty()) {
                first.accept(answered);
            }
            rows.put(answered.dc(), reply.row());
        }
        answered.answer().witnessed().ifPresent(row -> witnesses.put(answered.dc(), row));
        return 0;
    }
}
