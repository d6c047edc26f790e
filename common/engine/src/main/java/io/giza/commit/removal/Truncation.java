package io.giza.commit.removal;

import io.giza.commit.MetadataPath;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;

import java.util.Map;
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
        Message message =
                new Message(key, new Request.Truncate(group.epoch(), generation, deletion), null);
        Map<DcName, Answer> answers =
                group.gather(group.names(), replica -> replica.send(message), deadline);
        answers.values().removeIf(answer -> !isDone(answer.reply(), generation));
        return answers.keySet();
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
