package io.giza.simulation.drill;

import io.giza.commit.DecisionPath;
import io.giza.commit.MetadataPath;
import io.giza.commit.OwnRecordRule;
import io.giza.model.DcName;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.paxos.LatestVersion;
import io.giza.paxos.Quorums;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.paxos.ValueSelection;
import io.giza.paxos.Vote;
import io.giza.replica.MetadataReplica;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The metadata path with one rule broken each. */
final class ConsensusMutants {
    private ConsensusMutants() {}

    /** Returns the mutants by name. */
    static Map<String, Protocol> all() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put("fast quorum one smaller", quorums(0, -1));
        mutants.put("classic quorum one smaller, confirm included", quorums(-1, 0));
        mutants.put("own value although one is forced", selecting(new OwnValue()));
        mutants.put("plurality across ballots", selecting(new PluralityAcrossBallots()));
        mutants.put("fast vote ignores the promise", accepting(new VotesFastAfterPromise()));
        mutants.put("fast vote ignores the vote", accepting(new VotesFastTwice()));
        mutants.put("promise below a promise", accepting(new PromisesAnything()));
        mutants.put("vote below a promise", accepting(new AcceptsAnything()));
        mutants.put("vote at a gap", accepting(new LeavesGaps()));
        mutants.put("tags ignored by the table", new TagsIgnored());
        mutants.put("one variable for both ballots", new OneBallotVariable());
        mutants.put("classic ballots shared by gateways", new SharedBallots());
        mutants.put("known committed versions only", reading(new KnownCommittedOnly()));
        mutants.put("record of unknown fate offered again", new OffersAgain());
        mutants.put(
                "own record not recognized when a helper finished it", owning(DecisionPath.HELPED));
        mutants.put("own recovered record offered again", owning(DecisionPath.CLASSIC));
        mutants.put("window of operations ignored", accepting(new RepeatsOperations()));
        mutants.put("replies of one data center counted twice", new OneVoterTwoNames());
        mutants.put("damaged value voted for", new ChecksumsIgnored());
        return mutants;
    }

    private static Protocol quorums(int classicOff, int fastOff) {
        return new Protocol() {
            @Override
            public Quorums quorums(int size) {
                Quorums right = Quorums.of(size);
                return new Quorums(size, right.classic() + classicOff, right.fast() + fastOff);
            }
        };
    }

    private static Protocol accepting(Acceptor acceptor) {
        return new Protocol() {
            @Override
            public Acceptor acceptor() {
                return acceptor;
            }
        };
    }

    private static Protocol selecting(ValueSelection selection) {
        return ruled(MetadataPath.Rules.PROTOCOL.with(selection));
    }

    private static Protocol reading(LatestVersion latest) {
        return ruled(MetadataPath.Rules.PROTOCOL.with(latest));
    }

    /** A proposer that takes its own record for another's when it was decided so. */
    private static Protocol owning(DecisionPath unseen) {
        OwnRecordRule forgetful =
                new OwnRecordRule() {
                    @Override
                    protected boolean isOwn(Value own, Value chosen, DecisionPath path) {
                        return path != unseen && super.isOwn(own, chosen, path);
                    }
                };
        return ruled(MetadataPath.Rules.PROTOCOL.with(forgetful));
    }

    private static Protocol ruled(MetadataPath.Rules rules) {
        return new Protocol() {
            @Override
            public MetadataPath.Rules rules() {
                return rules;
            }
        };
    }

    private static final class OwnValue extends ValueSelection {
        @Override
        public Optional<Value> select(Quorums quorums, Collection<@Nullable Vote> promises) {
            return Optional.empty();
        }
    }

    private static final class PluralityAcrossBallots extends ValueSelection {
        @Override
        public Optional<Value> select(Quorums quorums, Collection<@Nullable Vote> promises) {
            Map<Value, Integer> counts = new LinkedHashMap<>();
            promises.stream()
                    .filter(Objects::nonNull)
                    .forEach(vote -> counts.merge(vote.value(), 1, Integer::sum));
            return counts.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey);
        }
    }

    private static final class VotesFastAfterPromise extends Acceptor {
        @Override
        protected boolean mayVoteFast(Slot open) {
            return open.vote() == null;
        }
    }

    private static final class VotesFastTwice extends Acceptor {
        @Override
        protected boolean mayVoteFast(Slot open) {
            return open.promised().equals(Ballot.FAST);
        }
    }

    private static final class PromisesAnything extends Acceptor {
        @Override
        protected boolean mayPromise(Slot open, Ballot ballot) {
            return true;
        }
    }

    private static final class AcceptsAnything extends Acceptor {
        @Override
        protected boolean mayAccept(Slot open, Ballot ballot) {
            Vote vote = open.vote();
            return vote == null || vote.ballot().compareTo(ballot) <= 0;
        }
    }

    private static final class LeavesGaps extends Acceptor {
        @Override
        protected boolean leavesGap(Row row, long version) {
            return false;
        }
    }

    private static final class TagsIgnored extends Protocol {
        @Override
        public boolean comparesTags() {
            return false;
        }
    }

    private static final class ChecksumsIgnored extends Protocol {
        @Override
        public boolean comparesChecksums() {
            return false;
        }
    }

    /** A promise overwrites the ballot of the vote: the mistake published of EPaxos. */
    private static final class OneBallotVariable extends Protocol {
        @Override
        public Row stored(Row row) {
            Vote vote = row.open().vote();
            Ballot ballot = row.open().promised();
            return vote == null
                    ? row
                    : new Row(
                            row.epoch(),
                            row.generation(),
                            row.fence(),
                            row.chosen(),
                            row.log(),
                            new Slot(ballot, new Vote(ballot, vote.value())));
        }
    }

    /** All gateways name themselves alike, so attempts of two of them share a ballot. */
    private static final class SharedBallots extends Protocol {
        @Override
        public RandomGenerator random(RandomGenerator own) {
            RandomGenerator common = new SplittableRandom(1);
            int[] drawn = new int[1];
            return () -> drawn[0]++ < 2 ? common.nextLong() : own.nextLong();
        }
    }

    private static final class KnownCommittedOnly extends LatestVersion {
        @Override
        protected boolean mayBeChosen(
                Quorums quorums, Collection<@Nullable Vote> votes, int answered) {
            return false;
        }
    }

    private static final class RepeatsOperations extends Acceptor {
        @Override
        protected Optional<Entry> earlierVersionOf(Row row, OpId op) {
            return Optional.empty();
        }
    }

    /** What the gateway's own data center answers is counted for the last one as well. */
    private static final class OneVoterTwoNames extends Protocol {
        @Override
        public Map<DcName, MetadataReplica> replicasByCountedName(
                DcName home, Map<DcName, MetadataReplica> replicas) {
            Map<DcName, MetadataReplica> counted = new LinkedHashMap<>(replicas);
            MetadataReplica own = Objects.requireNonNull(replicas.get(home));
            DcName last = counted.keySet().stream().reduce((_, later) -> later).orElseThrow();
            counted.put(last, new Renamed(last, own));
            return counted;
        }
    }

    private static final class Renamed extends ForwardingReplica {
        private final DcName dc;

        Renamed(DcName dc, MetadataReplica replica) {
            super(replica);
            this.dc = dc;
        }

        @Override
        public DcName dc() {
            return dc;
        }
    }

    private static final class OffersAgain extends Protocol {
        @Override
        public boolean offersUnknownAgain() {
            return true;
        }
    }
}
