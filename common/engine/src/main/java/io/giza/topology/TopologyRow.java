package io.giza.topology;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.MetadataPath;
import io.giza.commit.VersionReader;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Fold;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.Topology;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The row that holds the topology of each epoch: the one that follows is appended by consensus in
 * the epoch before, so for each epoch there is one.
 */
final class TopologyRow {
    static final ObjectKey KEY = ObjectKey.ofTopology();

    private final MetadataPath path;

    TopologyRow(MetadataPath path) {
        this.path = path;
    }

    /**
     * The newest topology that a table knows to be decided.
     *
     * @param row a row that has it
     * @param knowing the data centers whose tables were seen to know it
     * @param isRaised whether a table serves its epoch, so that a classic quorum knows it
     */
    record Known(Topology topology, Row row, Set<DcName> knowing, boolean isRaised) {
        Known {
            knowing = Set.copyOf(knowing);
        }
    }

    /** How a decision ended. */
    sealed interface Decision {}

    /**
     * It is decided.
     *
     * @param row a row that has it
     */
    record Decided(Row row) implements Decision {}

    /** Another one was decided first. */
    record Superseded(Topology by) implements Decision {}

    /** It is not decided, and never will be by this. */
    record NotDecided(String detail) implements Decision {}

    /** It may be decided, or yet become so. */
    record Unknown(String detail) implements Decision {}

    /**
     * Asks the tables, each in whatever epoch it serves, for what they know to be decided. That a
     * version is chosen stays true, so one table is as good as a quorum. Once a table serves the
     * epoch of what it knows, the others need not be heard: the epoch is raised only after a
     * classic quorum knows the topology.
     *
     * <p>A topology that no table serves yet can only be told to the tables of the epoch before it.
     * So of several that are later, the newest is returned that a table serves, or else the one of
     * the next epoch.
     *
     * @return a topology of a later epoch than the group's that was heard of
     */
    Optional<Known> later(Deadline deadline) {
        MetadataGroup group = path.group();
        Message message = new Message(KEY, new Request.Read(group.epoch(), 0), null);
        Map<DcName, Answer> answers =
                group.gather(
                        group.names(),
                        replica -> replica.send(message),
                        each -> each.values().stream().anyMatch(TopologyRow::servesWhatItKnows),
                        deadline);
        long reachable = Math.max(served(answers), group.epoch() + 1);
        return answers.values().stream()
                .flatMap(answer -> chosen(answer.reply()).stream())
                .max(Comparator.comparingLong(Row::chosen))
                .flatMap(row -> newestUpTo(reachable, row).map(it -> known(it, row, answers)))
                .filter(known -> known.topology().epoch() > group.epoch());
    }

    /** Returns the latest epoch that a table refused the request for. */
    private static long served(Map<DcName, Answer> answers) {
        return answers.values().stream()
                .map(Answer::reply)
                .filter(Reply.StaleEpoch.class::isInstance)
                .mapToLong(reply -> reply.row().epoch())
                .max()
                .orElse(0);
    }

    private static Optional<Topology> newestUpTo(long epoch, Row row) {
        return row.log().stream()
                .filter(entry -> entry.value().kind() == Value.Kind.PUT && !entry.isTruncated())
                .map(entry -> TopologyCodec.decode(entry.value()))
                .filter(topology -> topology.epoch() <= epoch)
                .max(Comparator.comparingLong(Topology::epoch));
    }

    private static boolean servesWhatItKnows(Answer answer) {
        return answer.reply() instanceof Reply.StaleEpoch stale
                && topology(stale.row())
                        .filter(it -> it.epoch() == stale.row().epoch())
                        .isPresent();
    }

    private static Known known(Topology topology, Row newest, Map<DcName, Answer> answers) {
        Set<DcName> knowing = new HashSet<>();
        boolean isRaised = false;
        for (Map.Entry<DcName, Answer> each : answers.entrySet()) {
            Reply reply = each.getValue().reply();
            isRaised |=
                    reply instanceof Reply.StaleEpoch && reply.row().epoch() >= topology.epoch();
            if (chosen(reply).filter(row -> row.chosen() >= newest.chosen()).isPresent()) {
                knowing.add(each.getKey());
            }
        }
        return new Known(topology, newest, knowing, isRaised);
    }

    /** A table of a later epoch refuses the request, and shows its row all the same. */
    private static Optional<Row> chosen(Reply reply) {
        return reply instanceof Reply.Current || reply instanceof Reply.StaleEpoch
                ? Optional.of(reply.row())
                : Optional.empty();
    }

    private static Optional<Topology> topology(Row row) {
        return Fold.newestHint(row).map(entry -> TopologyCodec.decode(entry.value()));
    }

    /** Decides that a topology follows the one of the group's epoch, unless another one does. */
    Decision decide(Topology next, Deadline deadline) {
        if (!(path.reader().read(KEY, deadline) instanceof VersionReader.Latest latest)) {
            return new NotDecided("no quorum answers in epoch " + path.group().epoch());
        }
        Row row = latest.row();
        Optional<Topology> known = topology(row);
        if (known.isPresent() && known.get().epoch() >= next.epoch()) {
            return new Superseded(known.get());
        }
        CommitResult result =
                path.committer()
                        .append(KEY, Draft.after(row, value(next, row)), row, null, deadline);
        return switch (result) {
            case CommitResult.Committed committed -> new Decided(committed.row());
            case CommitResult.Repeated _, CommitResult.Withdrawn _, CommitResult.Fenced _ ->
                    new NotDecided("the topology was changed meanwhile");
            case CommitResult.Unavailable unavailable -> new NotDecided(unavailable.detail());
            case CommitResult.Unknown unknown -> new Unknown(unknown.detail());
        };
    }

    private Value value(Topology next, Row row) {
        var random = path.group().surroundings().random();
        return new Value(
                TopologyCodec.FORMAT,
                PutId.random(random),
                row.fence(),
                OpId.random(random),
                new Command.Put(Mode.UNVERSIONED, TopologyCodec.encode(next)));
    }
}
