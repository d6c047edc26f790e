package io.giza.commit.group;

import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.model.DcName;
import io.giza.paxos.Reply;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.Race;
import io.giza.replica.ReplicaException;

import java.time.Duration;

/**
 * Finds data centers that vote far later than the others of a fast round, as with a slow disk. Only
 * fast rounds need the votes of all data centers.
 */
public final class VoteRace {
    private final MetadataGroup group;
    private final Race race;

    /**
     * Prepares the race of a fast round.
     *
     * @param hedge how long the round waits for the last vote. The lag of a late vote is at least
     *     twice that, so that a new connection does not make a far data center late
     */
    public VoteRace(MetadataGroup group, Duration hedge) {
        this.group = group;
        this.race =
                new Race(hedge.multipliedBy(2), group.suspicion().slowness(), group.names().size());
    }

    /** Asks for a vote and waits for the answer. */
    public Answer vote(int index, DcName dc, Message message) throws ReplicaException {
        Time time = group.surroundings().time();
        Ticks asked = time.ticks();
        boolean isVote = false;
        try {
            Answer answer = group.send(dc, message);
            // Other replies need no write.
            isVote = answer.reply() instanceof Reply.Voted;
            return answer;
        } catch (ReplicaException.TimedOut e) {
            // A slow data center still answers reads; a hung data center answers nothing.
            isVote = group.suspicion().hasAnsweredSince(dc, asked);
            throw e;
        } finally {
            if (isVote) {
                race.finished(index, dc, asked.elapsed(time));
            } else {
                race.failed(index);
            }
        }
    }
}
