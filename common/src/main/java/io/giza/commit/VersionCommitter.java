package io.giza.commit;

import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Detour;
import io.giza.paxos.Entry;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.Fanout;
import io.giza.replica.Fanout.Arrival;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.ReplicaException;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Appends a record to a row: proposes it as the next version, and as the one after that when
 * another record took the version.
 *
 * <p>A version at which the record was offered is left only once its decision is known: were it
 * left unknown, the record could be chosen there as well as later, and the operation would execute
 * twice. (Giza, section 3.2, commits one's own recovered value and then proposes it again.)
 */
public final class VersionCommitter {
    private final MetadataGroup group;
    private final Decider decider;
    private final VersionReader reader;
    private final CommitMetrics metrics;

    VersionCommitter(
            MetadataGroup group, Decider decider, VersionReader reader, CommitMetrics metrics) {
        this.group = group;
        this.decider = decider;
        this.reader = reader;
        this.metrics = metrics;
    }

    /**
     * Appends the record of {@code draft}.
     *
     * @param start a row to start from, fresh or not, with at least the newest part of its log
     * @param witness the row whose state voters are to return, or null
     */
    public CommitResult append(
            ObjectKey key, Draft draft, Row start, @Nullable ObjectKey witness, Deadline deadline) {
        Row row = start;
        while (true) {
            switch (attempt(key, draft, row, witness, deadline)) {
                case Ended ended -> {
                    metrics.ended(ended.result());
                    return ended.result();
                }
                case TakenByOther taken -> row = taken.row();
            }
        }
    }

    private Step attempt(
            ObjectKey key, Draft draft, Row last, @Nullable ObjectKey witness, Deadline deadline) {
        Row row = last.live();
        Optional<Value> proposal = draft.proposalAfter(row);
        if (proposal.isEmpty()) {
            return new Ended(new CommitResult.Withdrawn());
        }
        if (proposal.get().base() < row.fence()) {
            return new Ended(new CommitResult.Fenced());
        }
        if (deadline.passed(group.surroundings().time())) {
            return new Ended(new CommitResult.Unavailable("no version could be won in time"));
        }
        return offer(new Ask(key, group.epoch(), row, proposal.get(), witness), deadline);
    }

    /**
     * Tells every replica what became of the data of a version, and waits for none of them. The
     * version goes along, since this may overtake the commit confirmation on its way, and a row
     * that learned of the version only later would never learn what became of it.
     *
     * @param row a row that holds the version
     */
    public void resolve(ObjectKey key, Row row, long version, Entry.Resolution resolution) {
        List<Entry> tail = new ArrayList<>(row.entry(version - 1).stream().toList());
        Value value = row.entry(version).orElseThrow().value();
        tail.add(new Entry(version, value, resolution));
        group.tell(key, new Request.Commit(group.epoch(), row.generation(), tail));
    }

    /**
     * Makes replicas learn all versions of {@code row}.
     *
     * @return the data centers that confirmed to know them; a quorum unless the deadline passed
     */
    public Set<DcName> install(ObjectKey key, Row row, Deadline deadline) {
        Fanout<DcName, Answer> fanout = group.conversation();
        Row newest = row.since(row.chosen() - Acceptor.OPERATION_WINDOW + 1);
        group.names().forEach(dc -> group.ask(fanout, dc, dc, commit(key, row, newest.log())));
        CatchUp catchUp = new CatchUp(group, key, row);
        Set<DcName> installed = new HashSet<>();
        Set<DcName> behind = new HashSet<>();
        for (int pending = group.names().size(); pending > 0; pending--) {
            Optional<Arrival<DcName, Answer>> arrival = fanout.next(deadline);
            if (arrival.isEmpty()) {
                break;
            }
            group.note(arrival.get());
            if (arrival.get() instanceof Arrival.Answered<DcName, Answer> answered
                    && answered.answer().reply() instanceof Reply.Current current
                    && current.row().generation() == row.generation()) {
                DcName dc = answered.dc();
                long chosen = current.row().chosen();
                if (chosen >= row.chosen()) {
                    installed.add(dc);
                } else if (behind.add(dc)) {
                    fanout.ask(dc, dc, () -> bring(catchUp, dc, key, row, chosen));
                    pending++;
                }
            }
        }
        return installed;
    }

    private Answer bring(CatchUp catchUp, DcName dc, ObjectKey key, Row row, long chosen)
            throws ReplicaException {
        Message rest = commit(key, row, catchUp.bring(dc, chosen));
        return Objects.requireNonNull(group.replicas().get(dc)).send(rest);
    }

    private Message commit(ObjectKey key, Row row, List<Entry> tail) {
        return new Message(key, new Request.Commit(group.epoch(), row.generation(), tail), null);
    }

    /** How offering a record as one version ended. */
    private sealed interface Step {}

    /** The fate of the record is known, or known to be unknowable. */
    private record Ended(CommitResult result) implements Step {}

    /** Another record is chosen, and this one is not. */
    private record TakenByOther(Row row) implements Step {}

    private Step offer(Ask ask, Deadline deadline) {
        return switch (decider.propose(ask, deadline)) {
            case Decider.Decided decided -> decided(ask, decided);
            case Decider.Detoured detoured -> detoured(ask, detoured.detour());
            case Decider.Undecided undecided -> unknown(undecided.detail());
            case Decider.NothingChosen _ ->
                    throw new IllegalStateException("only a reader is told so: " + ask);
        };
    }

    private Step decided(Ask ask, Decider.Decided decided) {
        Row row = ask.known().append(decided.value());
        group.tell(
                ask.key(),
                new Request.Commit(
                        group.epoch(), row.generation(), row.from(Math.max(1, row.chosen() - 1))));
        boolean won = ask.ownValue().filter(decided.value()::isSame).isPresent();
        return won
                ? new Ended(
                        new CommitResult.Committed(
                                row.chosen(), row, decided.path(), decided.witnesses()))
                : new TakenByOther(row);
    }

    /**
     * Takes the reason why a round ended. A refusal may have met a value of another proposer that
     * this one was helping; only what is true of this one's own value settles its fate.
     */
    private Step detoured(Ask ask, Detour detour) {
        Value own = ask.ownValue().orElseThrow();
        return switch (detour) {
            case Detour.MovedOn moved -> movedOn(ask, own.id(), moved);
            case Detour.Fenced fenced ->
                    own.base() < fenced.row().fence()
                            ? new Ended(new CommitResult.Fenced())
                            : unknown("another value was fenced");
            case Detour.Replaced replaced -> replaced(ask, replaced.row());
            case Detour.Already already -> already(own, already);
            case Detour.StaleEpoch stale -> unknown(group.stale(stale.epoch()));
        };
    }

    /**
     * Takes note that the row was removed: what this version became is gone with it. The record may
     * have been chosen, made visible and deleted again before, and a fence that was raised since
     * says nothing about that. Only where the row was known to end in the REMOVE that announced the
     * new generation is it certain that this version became DROP.
     */
    private static Step replaced(Ask ask, Row newer) {
        return ask.known().announces(newer.generation())
                ? new TakenByOther(newer)
                : unknown("the row was removed with version " + ask.at().version());
    }

    private static Step already(Value own, Detour.Already already) {
        boolean ours =
                already.row()
                        .entry(already.version())
                        .filter(entry -> entry.value().op().equals(own.op()))
                        .isPresent();
        return ours
                ? new Ended(new CommitResult.Repeated(already.version(), already.row()))
                : unknown("another operation turned out to have happened before");
    }

    /**
     * Learns who took the version: perhaps a helper finished this very record. It was offered at no
     * version that is not known yet but this one, so it is nowhere later either.
     */
    private Step movedOn(Ask ask, PutId own, Detour.MovedOn moved) {
        long version = ask.at().version();
        Optional<Entry> decided = reader.version(ask.key(), version, moved.dc(), moved.row());
        if (decided.isEmpty()) {
            return unknown("version " + version + " was decided but cannot be read");
        }
        if (!decided.get().value().id().equals(own)) {
            return new TakenByOther(moved.row());
        }
        Row row =
                moved.row().entry(version).isPresent()
                        ? moved.row()
                        : ask.known().learn(List.of(decided.get()));
        return new Ended(new CommitResult.Committed(version, row, DecisionPath.HELPED, Map.of()));
    }

    private static Step unknown(String detail) {
        return new Ended(new CommitResult.Unknown(detail));
    }
}
