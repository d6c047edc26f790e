package io.giza.commit.seeding;

import io.giza.commit.CommitMetrics;
import io.giza.commit.Decider;
import io.giza.commit.Decision;
import io.giza.commit.MetadataPath;
import io.giza.commit.Proposal;
import io.giza.commit.VersionReader;
import io.giza.commit.group.CommitNotice;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.concurrent.Deadline;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Ballot;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.RoundExit;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;

import java.util.Optional;
import java.util.Set;

/**
 * Gives one row to a data center whose table was lost and replaced by an empty one.
 *
 * <p>The lost table's votes and promises still count: with them a value may be chosen. So, on a
 * classic ballot of the new epoch, which is above all that the lost table can have promised, a
 * classic quorum of the <em>others</em> promises the version after the last one known. What they
 * voted for is finished first if it may be chosen. Once the quorum says that nothing is or will be
 * chosen below the ballot, the new row is: all chosen versions, that ballot as its promise, no
 * vote.
 *
 * <p>May be repeated, and run by several at once: a row that is there is left alone.
 */
public final class RowSeeding {
    private final MetadataGroup group;
    private final DcName joiner;
    private final MetadataGroup survivors;
    private final CommitSettings settings;
    private final Decider decider;
    private final VersionReader reader;

    private RowSeeding(
            MetadataGroup group,
            DcName joiner,
            CommitSettings settings,
            MetadataPath.Rules rules,
            CommitMetrics metrics) {
        this.group = group;
        this.joiner = joiner;
        this.survivors = group.without(joiner);
        this.settings = settings;
        this.decider = new Decider(survivors, settings, rules.selection(), metrics);
        this.reader = new VersionReader(survivors, settings, decider, rules.latest(), metrics);
    }

    /**
     * Seeds rows of {@code joiner}.
     *
     * @param group all metadata data centers in the epoch in which the joiner takes its place
     */
    public static RowSeeding of(
            MetadataGroup group,
            DcName joiner,
            CommitSettings settings,
            MetadataPath.Rules rules,
            CommitMetrics metrics) {
        if (!group.names().contains(joiner)) {
            throw new IllegalArgumentException(joiner + " is none of " + group.names());
        }
        return new RowSeeding(group, joiner, settings, rules, metrics);
    }

    /** How seeding a row ended. */
    public sealed interface SeedResult {}

    /**
     * The joiner's row may vote.
     *
     * @param row the row as the joiner holds it
     */
    public record Seeded(Row row) implements SeedResult {}

    /** The row could not be seeded now; try again. */
    public record Unavailable(String detail) implements SeedResult {}

    /**
     * The topology moved on: whoever seeds must begin again in the later epoch.
     *
     * @param epoch the later epoch
     */
    public record Superseded(long epoch) implements SeedResult {}

    MetadataGroup group() {
        return group;
    }

    MetadataGroup survivors() {
        return survivors;
    }

    DcName joiner() {
        return joiner;
    }

    CommitSettings settings() {
        return settings;
    }

    /** Seeds the row of {@code key}, whether there is one or not. */
    public SeedResult seed(ObjectKey key, Deadline deadline) {
        Optional<SeedResult> already = ask(key, new Request.Read(group.epoch(), 0), deadline);
        if (already.isPresent()) {
            return already.get();
        }
        while (!deadline.hasPassed(group.surroundings().time())) {
            if (!(reader.read(key, deadline) instanceof VersionReader.Latest latest)) {
                return new Unavailable("the survivors do not agree on " + key + " in time");
            }
            // A read that settled leaves the open version undecided: that is what must be closed.
            Proposal proposal = new Proposal(key, group.epoch(), latest.row(), null, null);
            switch (decider.classicRounds(proposal, Ballot.FIRST_CLASSIC_ROUND, deadline)) {
                case Decision.NothingChosen closed -> {
                    return install(proposal, closed.ballot(), deadline);
                }
                case Decision.Decided decided -> informSurvivors(proposal, decided);
                case Decision.Exited exited -> {
                    if (exited.exit() instanceof RoundExit.StaleEpoch stale) {
                        return new Superseded(stale.epoch());
                    }
                }
                case Decision.Undecided undecided -> {
                    return new Unavailable(undecided.detail());
                }
            }
        }
        return new Unavailable(key + " was written too often to be seeded in time");
    }

    /** What was finished is chosen; the version after it is closed in the next round. */
    private void informSurvivors(Proposal proposal, Decision.Decided decided) {
        Row longer = proposal.known().append(decided.value());
        CommitNotice.send(
                survivors,
                proposal.key(),
                new Request.Commit(
                        group.epoch(),
                        longer.generation(),
                        longer.from(Math.max(1, longer.chosen() - 1))));
    }

    private SeedResult install(Proposal proposal, Ballot promised, Deadline deadline) {
        Optional<Row> whole = reader.withWholeLog(proposal.key(), proposal.known());
        if (whole.isEmpty()) {
            return new Unavailable("no survivor has the whole log of " + proposal.key());
        }
        // A survivor may know more by now; the promise is for the version after these alone.
        Row known = proposal.known();
        Row row =
                new Row(
                        group.epoch(),
                        known.generation(),
                        known.fence(),
                        known.chosen(),
                        whole.get().log().stream()
                                .filter(entry -> entry.version() <= known.chosen())
                                .toList(),
                        new Slot(promised, null),
                        known.retries());
        return ask(proposal.key(), new Request.Seed(group.epoch(), row), deadline)
                .orElseGet(
                        () ->
                                new Unavailable(
                                        joiner + " does not take the row of " + proposal.key()));
    }

    /** Asks the joiner; empty if its row is not there. */
    private Optional<SeedResult> ask(ObjectKey key, Request request, Deadline deadline) {
        Message message = new Message(key, request, null);
        Answer answer =
                group.gather(
                                Set.of(joiner),
                                replica -> replica.send(message),
                                settings.phaseEnd(group.surroundings().time(), deadline))
                        .get(joiner);
        if (answer == null) {
            return Optional.of(new Unavailable(joiner + " does not answer"));
        }
        return switch (answer.reply()) {
            case Reply.Current current -> Optional.of(new Seeded(current.row()));
            case Reply.StaleEpoch stale -> Optional.of(new Superseded(stale.row().epoch()));
            case Reply.NotReady _,
                    Reply.Voted _,
                    Reply.Promised _,
                    Reply.Accepted _,
                    Reply.Nacked _,
                    Reply.Chosen _,
                    Reply.Lagging _,
                    Reply.Fenced _,
                    Reply.Already _ ->
                    Optional.empty();
        };
    }
}
