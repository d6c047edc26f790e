package io.giza.commit.turn;

import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.FastRound;
import io.giza.paxos.LatestVersion;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Waits until one more version of a row is chosen, and learns it from the votes themselves: half a
 * round trip before the proposer's news could tell. It reads the rows of all data centers again and
 * again, does not wait for one reading before the next, and changes nothing.
 */
final class VersionWatch {
    private static final Duration MIN_INTERVAL = Duration.ofMillis(4);

    /**
     * Who proposes next begins when the version before is chosen, so most of what there is to see
     * is seen by the first readings. Later ones are ever farther apart.
     */
    private static final int FIRST_PER_ROUND_TRIP = 16;

    private final MetadataGroup group;
    private final LatestVersion rule;
    private final Message read;

    /** What each data center answered first, all of it after the watch began. */
    private final Map<DcName, Row> first = new HashMap<>();

    private final Map<DcName, Row> witnesses = new HashMap<>();
    private Optional<Row> before = Optional.empty();
    private Row known;

    /**
     * Begins to watch.
     *
     * @param rule finds the latest version in what a quorum answers
     * @param known what is known of the row
     * @param witness the row that is read with it, or null
     */
    VersionWatch(
            MetadataGroup group,
            LatestVersion rule,
            ObjectKey key,
            Row known,
            @Nullable ObjectKey witness) {
        this.group = group;
        this.rule = rule;
        this.known = known;
        this.read = new Message(key, new Request.Read(group.epoch(), 0), witness);
    }

    /** Returns a row that knows all versions that were seen. */
    Row known() {
        return known;
    }

    /** Returns what was seen so far. */
    Passage seen() {
        return new Passage(known, before, witnesses);
    }

    /**
     * Waits for one more version.
     *
     * @param roundTrip how long the data centers take to answer
     * @return whether one was chosen by the deadline
     */
    boolean next(Duration roundTrip, Deadline end) {
        Time time = group.surroundings().time();
        Duration shortest = roundTrip.dividedBy(FIRST_PER_ROUND_TRIP);
        Duration interval = shortest.compareTo(MIN_INTERVAL) < 0 ? MIN_INTERVAL : shortest;
        Fanout<Message, Answer> fanout = group.newFanout();
        Map<DcName, Answer> answers = new HashMap<>();
        Deadline nextReading;
        do {
            group.askAll(fanout, read, read);
            nextReading = time.after(interval).earlier(end);
            interval = interval.multipliedBy(3).dividedBy(2);
            Optional<Arrival<Message, Answer>> arrival = fanout.next(nextReading);
            for (; arrival.isPresent(); arrival = fanout.next(nextReading)) {
                note(arrival.get(), answers);
                Optional<Row> later = later(rows(answers));
                if (later.isPresent()) {
                    known = later.get();
                    noteWitnesses(answers);
                    return true;
                }
            }
        } while (!nextReading.equals(end));
        return false;
    }

    /** Readings may overtake each other: a vote that was seen once was cast. */
    private void note(Arrival<Message, Answer> arrival, Map<DcName, Answer> answers) {
        if (arrival instanceof Arrival.Answered<Message, Answer> answered
                && answered.answer().reply() instanceof Reply.Current(Row row)) {
            noteFirst(answered.dc(), row);
            if (row.isLaterThan(known) || row.open().vote() != null) {
                answers.put(answered.dc(), answered.answer());
            }
        }
    }

    private void noteFirst(DcName dc, Row row) {
        if (before.isPresent() || first.putIfAbsent(dc, row) != null) {
            return;
        }
        if (rule.judge(group.quorums(), first) instanceof LatestVersion.Settled(Row latest)) {
            before = Optional.of(latest);
        } else if (first.size() == group.names().size()) {
            // A version may have been chosen just then. What is read after it says what was next.
            first.clear();
        }
    }

    private static Map<DcName, Row> rows(Map<DcName, Answer> answers) {
        Map<DcName, Row> rows = new HashMap<>();
        answers.forEach((dc, answer) -> rows.put(dc, answer.reply().row()));
        return rows;
    }

    private Optional<Row> later(Map<DcName, Row> rows) {
        return rows.values().stream()
                .filter(row -> row.isLaterThan(known))
                .findFirst()
                .or(
                        () ->
                                FastRound.chosenAfter(known, group.quorums(), rows.values())
                                        .map(known::append));
    }

    /** A data center reads the witness after the row: what it says of it is later. */
    private void noteWitnesses(Map<DcName, Answer> answers) {
        witnesses.clear();
        answers.forEach(
                (dc, answer) -> {
                    if (answer.reply().row().holdsLastOf(known)) {
                        answer.witnessed().ifPresent(row -> witnesses.put(dc, row));
                    }
                });
    }
}
