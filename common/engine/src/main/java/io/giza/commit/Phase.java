package io.giza.commit;

import io.giza.commit.group.CatchUp;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Ticks;
import io.giza.model.DcName;
import io.giza.paxos.Entry;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.ReplicaException;
import io.giza.replica.Suspicion;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One request to all acceptors and what came back so far. An acceptor that lacks earlier versions
 * is told them and asked once more. One that is not seeded yet counts as failed.
 *
 * <p>All requests of a phase carry one epoch, and a replica answers only in the epoch of the
 * request, so replies of different epochs are never counted together.
 */
final class Phase {
    private final MetadataGroup group;
    private final Fanout<Phase, Answer> fanout;
    private final Proposal proposal;
    private final Request.AtInstance request;
    private final Ticks sent;
    private final Map<DcName, Reply> replies = new HashMap<>();
    private final Map<DcName, Row> witnesses = new HashMap<>();
    private final Set<DcName> failed = new HashSet<>();
    private final Set<DcName> caughtUp = new HashSet<>();

    /** Begins to count replies to {@code request}, which the caller sends to all acceptors. */
    Phase(
            MetadataGroup group,
            Fanout<Phase, Answer> fanout,
            Proposal proposal,
            Request.AtInstance request) {
        this.group = group;
        this.fanout = fanout;
        this.proposal = proposal;
        this.request = request;
        this.sent = group.surroundings().time().ticks();
    }

    /** Returns what is sent to each acceptor. */
    Message message() {
        return message(request);
    }

    /** Takes an arrival of this phase into account. */
    void absorb(Arrival<Phase, Answer> arrival) {
        switch (arrival) {
            case Arrival.Failed<Phase, Answer> failure -> {
                if (!replies.containsKey(failure.dc())
                        || replies.get(failure.dc()) instanceof Reply.Lagging) {
                    replies.remove(failure.dc());
                    failed.add(failure.dc());
                }
            }
            case Arrival.Answered<Phase, Answer> answered -> record(answered);
        }
    }

    private void record(Arrival.Answered<Phase, Answer> answered) {
        DcName dc = answered.dc();
        Reply reply = answered.answer().reply();
        if (reply instanceof Reply.NotReady) {
            replies.remove(dc);
            failed.add(dc);
            return;
        }
        if (reply instanceof Reply.Lagging lagging) {
            if (!caughtUp.add(dc)) {
                replies.remove(dc);
                failed.add(dc);
                return;
            }
            fanout.ask(this, dc, () -> bringUpToDate(dc, lagging.row().chosen()));
        }
        replies.put(dc, reply);
        answered.answer().witnessed().ifPresent(row -> witnesses.put(dc, row));
    }

    /** Repeats the request once the acceptor was told the versions that it lacks. */
    private Answer bringUpToDate(DcName dc, long chosen) throws ReplicaException {
        List<Entry> rest = new CatchUp(group, proposal.key(), proposal.known()).catchUp(dc, chosen);
        return group.send(dc, message(withTail(rest)));
    }

    private Request withTail(List<Entry> tail) {
        List<Entry> before =
                tail.stream().filter(entry -> entry.version() < request.at().version()).toList();
        return switch (request) {
            case Request.PreAccept r -> new Request.PreAccept(r.at(), r.value(), before);
            case Request.Prepare r -> new Request.Prepare(r.at(), r.ballot(), before);
            case Request.Accept r -> new Request.Accept(r.at(), r.ballot(), r.value(), before);
        };
    }

    private Message message(Request any) {
        return new Message(proposal.key(), any, proposal.witness());
    }

    /** Returns how long a data center took that answers now; empty if it had to be told more. */
    Optional<Duration> roundTripOf(DcName dc) {
        return caughtUp.contains(dc)
                ? Optional.empty()
                : Optional.of(sent.elapsed(group.surroundings().time()));
    }

    Map<DcName, Reply> replies() {
        return replies;
    }

    int failedCount() {
        return failed.size() + group.excludedCount();
    }

    /** Tells whether somebody may still answer. */
    boolean hasPending() {
        return group.names().stream()
                .anyMatch(dc -> !replies.containsKey(dc) && !failed.contains(dc));
    }

    /** Tells whether all pending data centers are suspected to be down, or vote late. */
    boolean onlySuspectsPending() {
        Suspicion suspicion = group.suspicion();
        return group.names().stream()
                .filter(dc -> !replies.containsKey(dc) && !failed.contains(dc))
                .allMatch(dc -> suspicion.isSuspect(dc) || suspicion.slowness().isSlow(dc));
    }

    /** Returns the witness rows of the acceptors that voted, read after their vote was written. */
    Map<DcName, Row> witnessesOfVotes() {
        Map<DcName, Row> ofVotes = new HashMap<>(witnesses);
        ofVotes.keySet()
                .removeIf(
                        dc ->
                                !(replies.get(dc) instanceof Reply.Voted
                                        || replies.get(dc) instanceof Reply.Accepted));
        return ofVotes;
    }

    /** Returns the version before {@code version}: without it, an acceptor could not vote. */
    static List<Entry> predecessor(Row known, long version) {
        return known.entry(version - 1).stream().toList();
    }
}
