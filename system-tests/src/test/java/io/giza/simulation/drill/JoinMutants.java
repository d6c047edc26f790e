package io.giza.simulation.drill;

import io.giza.commit.MetadataPath;
import io.giza.membership.Admission;
import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.Instance;
import io.giza.paxos.LatestVersion;
import io.giza.paxos.Quorums;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.paxos.ValueSelection;
import io.giza.paxos.Vote;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.membership.JoiningCluster;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Joining of an empty table with one rule broken each. */
final class JoinMutants {
    private static final Admission SPEAKS_UNSEEDED =
            new Admission() {
                @Override
                public boolean mayAnswer(Membership membership, Row row) {
                    return true;
                }
            };
    private static final Admission ROW_EPOCHS_ONLY =
            new Admission() {
                @Override
                protected boolean isStale(Membership membership, Request request) {
                    return false;
                }
            };

    private JoinMutants() {}

    /** Returns the mutants by name. */
    static Map<String, Protocol> all() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put("empty joiner votes at once", new Admitting(SPEAKS_UNSEEDED, true));
        mutants.put("epoch compared with the row's alone", new Admitting(ROW_EPOCHS_ONLY, false));
        mutants.put("seeded from one survivor too few", new OneSurvivorTooFew());
        mutants.put("forced value not finished", new ForcedNotFinished());
        mutants.put("seeded in the old epoch", new OldEpochJoin());
        mutants.put("active before all keys are seeded", new ActiveAtOnce());
        return mutants;
    }

    private static final class Admitting extends Protocol {
        private final Admission admission;
        private final boolean comparesEpochs;

        Admitting(Admission admission, boolean comparesEpochs) {
            this.admission = admission;
            this.comparesEpochs = comparesEpochs;
        }

        @Override
        public Admission admission() {
            return admission;
        }

        @Override
        public boolean comparesEpochs() {
            return comparesEpochs;
        }
    }

    private static final class OneSurvivorTooFew extends Protocol {
        @Override
        public Quorums seedingQuorums(int size) {
            Quorums right = Quorums.of(size);
            return new Quorums(size, right.classic() - 1, right.fast());
        }
    }

    private static final class ForcedNotFinished extends Protocol {
        @Override
        public MetadataPath.Rules seedingRules() {
            ValueSelection nothing =
                    new ValueSelection() {
                        @Override
                        public Optional<Value> select(
                                Quorums quorums, Collection<@Nullable Vote> promises) {
                            return Optional.empty();
                        }
                    };
            LatestVersion known =
                    new LatestVersion() {
                        @Override
                        protected boolean mayBeChosen(
                                Quorums quorums, Collection<@Nullable Vote> votes, int answered) {
                            return false;
                        }
                    };
            return MetadataPath.Rules.PROTOCOL.with(nothing).with(known);
        }
    }

    /** Survivors promise and finish in the epoch before, so they never see the new one. */
    private static final class OldEpochJoin extends Protocol {
        @Override
        public MetadataReplica seededFrom(MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    return replica.send(
                            new Message(
                                    message.key(), before(message.request()), message.witness()));
                }

                @Override
                public TableReport order(TableOrder order) throws ReplicaException {
                    if (order
                            instanceof
                            TableOrder.Seat(long epoch, String members, Occupant occupant)) {
                        return TableReport.of(
                                new Membership(
                                        null,
                                        epoch,
                                        0,
                                        Membership.State.ACTIVE,
                                        members,
                                        List.of(occupant)));
                    }
                    if (!(order instanceof TableOrder.Keys keys)) {
                        return replica.order(order);
                    }
                    TableReport report =
                            replica.order(
                                    new TableOrder.Keys(
                                            JoiningCluster.BEFORE, keys.after(), keys.limit()));
                    Membership pretended =
                            new Membership(JoiningCluster.AFTER, 0, Membership.State.ACTIVE);
                    return new TableReport(pretended, report.keys(), report.more());
                }
            };
        }

        private static Request before(Request request) {
            return switch (request) {
                case Request.Prepare r ->
                        new Request.Prepare(before(r.at()), before(r.ballot()), r.tail());
                case Request.Accept r ->
                        new Request.Accept(before(r.at()), before(r.ballot()), r.value(), r.tail());
                case Request.Commit r ->
                        new Request.Commit(JoiningCluster.BEFORE, r.generation(), r.tail());
                case Request.Read r -> new Request.Read(JoiningCluster.BEFORE, r.from());
                case Request.PreAccept _, Request.Seed _, Request.Remove _, Request.Truncate _ ->
                        request;
            };
        }

        private static Instance before(Instance at) {
            return new Instance(JoiningCluster.BEFORE, at.generation(), at.version());
        }

        private static Ballot before(Ballot ballot) {
            return ballot.isClassic()
                    ? new Ballot(
                            JoiningCluster.BEFORE, ballot.round(), ballot.owner(), ballot.attempt())
                    : ballot;
        }
    }

    /** Survivors are thought to have no keys, so there is nothing to seed. */
    private static final class ActiveAtOnce extends Protocol {
        @Override
        public MetadataReplica seededFrom(MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public TableReport order(TableOrder order) throws ReplicaException {
                    TableReport report = replica.order(order);
                    return new TableReport(report.membership(), List.of(), false);
                }
            };
        }
    }
}
