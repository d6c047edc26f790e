package io.giza.simulation.cluster;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Checks that a data center remembers what it was told of the data of versions: once it has
 * answered, what the request said is in its row, whether in the head or in a segment.
 */
public final class ResolutionCheckingReplica extends ForwardingReplica {
    private final ContestedRowTable table;
    private final InstantSource clock;

    public ResolutionCheckingReplica(
            MetadataReplica replica, ContestedRowTable table, InstantSource clock) {
        super(replica);
        this.table = table;
        this.clock = clock;
    }

    @Override
    public Instant clock() {
        return clock.instant();
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        Answer answer = super.send(message);
        if (table.process().wentBack()) {
            // It answered before; what lies there now is what the others keep from serving.
            return answer;
        }
        if (!(answer.reply() instanceof Reply.StaleEpoch)
                && !(answer.reply() instanceof Reply.NotReady)
                && !(answer.reply() instanceof Reply.Fenced)) {
            Row answeredRow = answer.reply().row();
            Row row = table.wholeRow(message.key());
            switch (message.request()) {
                case Request.Read _, Request.Remove _, Request.Truncate _, Request.Seed _ -> {}
                case Request.Commit r -> checkRemembered(row, answeredRow, r.tail());
                case Request.AtInstance r -> checkRemembered(row, answeredRow, r.tail());
            }
        }
        return answer;
    }

    /** What comes after a gap is not learned, even if the gap is closed before this is asked. */
    private static void checkRemembered(Row row, Row answeredRow, List<Entry> tail) {
        if (row.generation() == answeredRow.generation()) {
            for (Entry sent : tail) {
                Optional<Entry> entry = row.entry(sent.version());
                check(
                        sent.resolution() == Resolution.UNRESOLVED
                                || sent.version() > answeredRow.chosen()
                                || entry.isEmpty()
                                || entry.get().resolution() != Resolution.UNRESOLVED,
                        "I14: told of " + sent + ", yet there is " + entry);
            }
        }
    }
}
