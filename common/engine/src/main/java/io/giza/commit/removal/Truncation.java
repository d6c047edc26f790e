package io.giza.commit.removal;

import io.giza.commit.MetadataPath;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica.Answer;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Has rows drop what a version says of which nothing is left: the last step of its collection. A
 * row that comes to know the version again later is told again by whoever meets it there.
 */
public final class Truncation {
    private final MetadataGroup group;

    /** Truncates rows of the data centers of {@code path}. */
    public Truncation(MetadataPath path) {
        this.group = path.group();
    }

    /**
     * Tells every row.
     *
     * @param generation the incarnation of the row
     * @param deletion the chosen record by which the version is deleted
     * @return those that confirmed to have dropped it, or to hold a later incarnation
     */
    public Set<DcName> truncate(ObjectKey key, long generation, Entry deletion, Deadline deadline) {
        var message =
                MetadataGroup.message(
                        key, new Request.Truncate(group.epoch(), generation, deletion), null);
        Fanout<DcName, Answer> fanout = group.newFanout();
        group.names().forEach(dc -> group.ask(fanout, dc, dc, message));
        Set<DcName> confirmed = new HashSet<>();
        for (int received = 0; received < group.names().size(); received++) {
            Optional<Arrival<DcName, Answer>> arrival = fanout.next(deadline);
            if (arrival.isEmpty()) {
                break;
            }
            if (arrival.get() instanceof Arrival.Answered<DcName, Answer> answered
                    && isDone(answered.answer().reply(), generation)) {
                confirmed.add(answered.dc());
            }
        }
        return confirmed;
    }

    private static boolean isDone(Reply reply, long generation) {
        return switch (reply) {
            case Reply.Current _ -> true;
            case Reply.Fenced fenced -> fenced.row().generation() > generation;
            case Reply.Voted _,
                    Reply.Promised _,
                    Reply.Accepted _,
                    Reply.Nacked _,
                    Reply.Chosen _,
                    Reply.Lagging _,
                    Reply.Already _,
                    Reply.StaleEpoch _,
                    Reply.NotReady _ ->
                    false;
        };
    }
}
