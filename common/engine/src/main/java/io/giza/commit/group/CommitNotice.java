package io.giza.commit.group;

import io.giza.concurrent.Trace;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.Fanout;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.ReplicaException;

/** Tells replicas of chosen records. */
public final class CommitNotice {
    private CommitNotice() {}

    /**
     * Tells every replica without waiting. A replica that does not learn the records has missed a
     * write.
     */
    public static void send(MetadataGroup group, ObjectKey key, Request.Commit commit) {
        Fanout<DcName, Answer> fanout = group.newFanout();
        // No operation waits for these calls, so they are none of its round trips.
        Trace.detached(
                () ->
                        group.names()
                                .forEach(
                                        dc ->
                                                fanout.ask(
                                                        dc,
                                                        dc,
                                                        () -> tell(group, dc, key, commit))));
    }

    private static Answer tell(MetadataGroup group, DcName dc, ObjectKey key, Request.Commit commit)
            throws ReplicaException {
        boolean isKnown = false;
        try {
            Answer answer = group.send(dc, new Message(key, commit, null));
            isKnown = isKnown(answer.reply(), commit);
            return answer;
        } finally {
            if (!isKnown) {
                group.missedWrites().missed(dc, key);
            }
        }
    }

    /** A row that lacks earlier versions learns nothing from a commit. */
    private static boolean isKnown(Reply reply, Request.Commit commit) {
        Row row = reply.row();
        long last = commit.tail().isEmpty() ? 0 : commit.tail().getLast().version();
        return reply instanceof Reply.Current
                && (row.generation() > commit.generation() || row.chosen() >= last);
    }
}
