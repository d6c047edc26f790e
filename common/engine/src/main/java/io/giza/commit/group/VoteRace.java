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
 * How much later than the others of its fast round a data center votes, as with a slow disk. No
 * other kind of ballot needs the votes of all.
 */
public final class VoteRace {
    private final MetadataGroup group;
    private final Race race;

    /**
     * Prepares the race of a fast round.
     *
     * @param hedge how long the round waits for the last vote. A late vote exceeds twice that, so
     *     that new connections make no far data center late
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
            // Any other reply needs no disk.
            isVote = answer.reply() instanceof Reply.Voted;
            return answer;
        } catch (ReplicaException.TimedOut e) {
            // Whoever answers only what needs no disk is slow, and who answers nothing hangs.
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
