package io.giza.commit.turn;

import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.FastRound;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;

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

    VersionWatch(MetadataGroup group) {
        this.group = group;
    }

    /**
     * Waits for the version after the last of {@code known}.
     *
     * @param roundTrip how long the data centers take to answer
     * @return a row that knows it; empty where none was chosen by the deadline
     */
    Optional<Row> next(ObjectKey key, Row known, Duration roundTrip, Deadline end) {
        Time time = group.surroundings().time();
        Message read = new Message(key, new Request.Read(group.epoch(), 0), null);
        Duration shortest = roundTrip.dividedBy(FIRST_PER_ROUND_TRIP);
        Duration interval = shortest.compareTo(MIN_INTERVAL) < 0 ? MIN_INTERVAL : shortest;
        Fanout<Message, Answer> fanout = group.newFanout();
        Map<DcName, Row> rows = new HashMap<>();
        Deadline nextReading;
        do {
            group.askAll(fanout, read, read);
            nextReading = time.after(interval).earlier(end);
            interval = interval.multipliedBy(3).dividedBy(2);
            Optional<Arrival<Message, Answer>> arrival = fanout.next(nextReading);
            for (; arrival.isPresent(); arrival = fanout.next(nextReading)) {
                absorb(arrival.get(), known, rows);
                Optional<Row> later = later(known, rows);
                if (later.isPresent()) {
                    return later;
                }
            }
        } while (!nextReading.equals(end));
        return Optional.empty();
    }

    /** Readings may overtake each other: a vote that was seen once was cast. */
    private static void absorb(Arrival<Message, Answer> arrival, Row known, Map<DcName, Row> rows) {
        if (arrival instanceof Arrival.Answered<Message, Answer> answered
                && answered.answer().reply() instanceof Reply.Current(Row row)
                && (row.isLaterThan(known) || row.open().vote() != null)) {
            rows.put(answered.dc(), row);
        }
    }

    private Optional<Row> later(Row known, Map<DcName, Row> rows) {
        return rows.values().stream()
                .filter(row -> row.isLaterThan(known))
                .findFirst()
                .or(
                        () ->
                                FastRound.chosenAfter(known, group.quorums(), rows.values())
                                        .map(known::append));
    }
}
