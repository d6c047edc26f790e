package io.giza.simulation.drill;

import io.giza.commit.MetadataPath;
import io.giza.commit.Settlement;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Entry;
import io.giza.paxos.Quorums;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Row removal and the settling of orphans with one rule broken each. */
final class RemovalMutants {
    private RemovalMutants() {}

    /** Returns the mutants by name. */
    static Map<String, Protocol> all() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put("no-op raises no fence", new NoFence());
        mutants.put("removal that a quorum knows of", new QuorumIsEnough());
        mutants.put("DROP after whatever comes after REMOVE", new DropsLater());
        mutants.put("generation ignored", new GenerationIgnored());
        mutants.put("stub of the same generation", new SameGeneration());
        mutants.put("removed row taken for a refusal", new RemovedIsRefused());
        mutants.put("settled without a second look", new SettlesBlindly());
        mutants.put("settled although it is a version", new IgnoresVersions());
        return mutants;
    }

    /** Rows forget the fence of a no-op; that of a REMOVE they keep. */
    private static final class NoFence extends Protocol {
        @Override
        public Row stored(Row row) {
            long fence =
                    row.log().stream()
                            .map(Entry::value)
                            .filter(value -> value.kind() == Value.Kind.REMOVE)
                            .mapToLong(value -> value.command().argument())
                            .reduce(row.generation(), Math::max);
            return new Row(
                    row.epoch(), row.generation(), fence, row.chosen(), row.log(), row.open());
        }
    }

    private static final class QuorumIsEnough extends Protocol {
        @Override
        public RowRemoval removal(MetadataPath path, CommitSettings settings) {
            return new RowRemoval(path, settings) {
                @Override
                protected boolean haveAllConfirmed(Set<DcName> confirmed) {
                    return Quorums.of(path.group().replicas().size()).isClassic(confirmed.size());
                }
            };
        }
    }

    private static final class DropsLater extends Protocol {
        @Override
        public RowRemoval removal(MetadataPath path, CommitSettings settings) {
            return new RowRemoval(path, settings) {
                @Override
                protected boolean isNext(Row judged, Row now) {
                    return now.generation() == judged.generation();
                }
            };
        }
    }

    private static final class GenerationIgnored extends Protocol {
        @Override
        public Acceptor acceptor() {
            return new Acceptor() {
                @Override
                protected boolean isPast(Row row, long generation) {
                    return false;
                }
            };
        }
    }

    /** A row that was removed begins again as the generation that it was. */
    private static final class SameGeneration extends Protocol {
        @Override
        public Row stored(Row row) {
            return row.generation() == 0
                    ? row
                    : new Row(row.epoch(), 0, 0, row.chosen(), row.log(), row.open());
        }
    }

    /** A proposer takes the news that the row was removed for a refusal of its record. */
    private static final class RemovedIsRefused extends Protocol {
        @Override
        public MetadataReplica replicaOfDataCenter(MetadataReplica replica) {
            return new ForgetfulReplica(replica);
        }
    }

    private static final class ForgetfulReplica extends ForwardingReplica {
        ForgetfulReplica(MetadataReplica replica) {
            super(replica);
        }

        @Override
        public Answer send(Message message) throws ReplicaException {
            Answer answer = super.send(message);
            return message.request() instanceof Request.AtInstance request
                            && answer.reply() instanceof Reply.Fenced fenced
                            && fenced.row().generation() > request.at().generation()
                    ? new Answer(new Reply.Fenced(sameGeneration(request, fenced.row())), null)
                    : answer;
        }

        private static Row sameGeneration(Request.AtInstance request, Row row) {
            return new Row(
                    row.epoch(), request.at().generation(), row.fence(), 0, List.of(), row.open());
        }
    }

    private static final class SettlesBlindly extends Protocol {
        @Override
        public Settlement settlement(MetadataPath path) {
            return new Settlement(path) {
                @Override
                protected Optional<Outcome> judgeAgain(
                        ObjectKey key, PutId attempt, long base, Row raised) {
                    return Optional.of(new Settled(raised.fence()));
                }
            };
        }
    }

    private static final class IgnoresVersions extends Protocol {
        @Override
        public Settlement settlement(MetadataPath path) {
            return new Settlement(path) {
                @Override
                protected Optional<Entry> version(Row whole, PutId attempt) {
                    return Optional.empty();
                }
            };
        }
    }
}
