package io.giza.simulation.drill;

import io.giza.commit.MetadataPath;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketDirectory.ScopeState;
import io.giza.gateway.bucket.ReplicatedBuckets;
import io.giza.gateway.cluster.Cluster;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.LatestVersion;
import io.giza.paxos.Quorums;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.paxos.Vote;
import io.giza.record.BucketRecordCodec;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.bucket.PutDuringBucketDeletionScenario;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The deletion of buckets with one rule broken each. */
final class BucketMutants {
    private BucketMutants() {}

    /** Returns the mutants by name. */
    static Map<String, Protocol> all() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put(
                "bucket scanned before its deletion is installed",
                inspecting(
                        (registry, deletion) -> {
                            var contents = registry.lookAt(deletion, registry.everywhere());
                            registry.tell(deletion);
                            return contents;
                        }));
        mutants.put(
                "bucket scanned though its deletion is installed at fewer than a quorum",
                inspecting(
                        (registry, deletion) -> {
                            Set<DcName> informed = registry.tell(deletion);
                            return informed.isEmpty()
                                    ? ReplicatedBuckets.Contents.UNINFORMED
                                    : registry.lookAt(deletion, registry.everywhere());
                        }));
        mutants.put(
                "bucket looked at before the vote",
                misleading(Request.class, () -> new Glimpses()::before));
        mutants.put(
                "undecided version that the scan of a bucket sees is not closed",
                new UndecidedStay());
        mutants.put("listing of a bucket that nobody confirms", listing(_ -> ScopeState.OPEN));
        mutants.put(
                "listing of a bucket that was created again says that there is none",
                listing(how -> how == ScopeState.REPLACED ? ScopeState.GONE : how));
        return mutants;
    }

    /** What is listed depends on whether its bucket stood afterwards. */
    private static Protocol listing(UnaryOperator<ScopeState> how) {
        return new Protocol() {
            @Override
            public BucketDirectory directory(Cluster cluster) {
                return new BucketDirectory(cluster) {
                    @Override
                    public ScopeState stateAfterRead(String name, BucketRecord expected) {
                        return how.apply(super.stateAfterRead(name, expected));
                    }
                };
            }
        };
    }

    /** Returns the mutants that {@link PutDuringBucketDeletionScenario} must notice, by name. */
    static Map<String, Protocol> ofMeetings() {
        return Map.of(
                "bucket scanned where its deletion is not installed",
                inspecting(
                        (registry, deletion) -> {
                            Set<DcName> elsewhere = new HashSet<>(registry.everywhere());
                            registry.tell(deletion).stream()
                                    .sorted()
                                    .limit(elsewhere.size() - registry.quorum())
                                    .forEach(elsewhere::remove);
                            return registry.lookAt(deletion, elsewhere);
                        }),
                "bucket looked at before the object",
                misleading(Request.Read.class, () -> new Glimpses()::before),
                "object shown while its bucket is being deleted",
                misleading(Request.Read.class, () -> (_, row) -> active(row)));
    }

    /**
     * Rows say something else of the bucket's row.
     *
     * @param requests in answer to which requests
     * @param shown for each data center, what is shown of the row of that key
     */
    private static Protocol misleading(
            Class<? extends Request> requests, Supplier<BiFunction<ObjectKey, Row, Row>> shown) {
        return new Protocol() {
            @Override
            public MetadataReplica replicaOfDataCenter(MetadataReplica replica) {
                BiFunction<ObjectKey, Row, Row> here = shown.get();
                return new ForwardingReplica(replica) {
                    @Override
                    public Answer send(Message message) throws ReplicaException {
                        Answer answer = super.send(message);
                        @Nullable ObjectKey witness = message.witness();
                        @Nullable Row row = answer.witness();
                        return witness == null
                                        || row == null
                                        || !requests.isInstance(message.request())
                                ? answer
                                : new Answer(answer.reply(), here.apply(witness, row));
                    }
                };
            }
        };
    }

    /** Rows as they were when they were asked for the time before. */
    private static final class Glimpses {
        private final Map<ObjectKey, Row> seen = new HashMap<>();

        Row before(ObjectKey key, Row now) {
            @Nullable Row before = seen.put(key, now);
            return before == null ? now : before;
        }
    }

    private static Row active(Row row) {
        List<Entry> log = row.log().stream().map(BucketMutants::active).toList();
        return new Row(row.epoch(), row.generation(), row.fence(), row.chosen(), log, row.open());
    }

    private static Entry active(Entry entry) {
        BucketRecord record = BucketRecordCodec.decode(entry.value());
        Value value = entry.value();
        return record.state() == State.DELETING
                ? Entry.learned(
                        entry.version(),
                        new Value(
                                value.format(),
                                value.id(),
                                value.base(),
                                value.op(),
                                Command.of(
                                        value.kind(),
                                        value.command().argument(),
                                        BucketRecordCodec.encode(record.withState(State.ACTIVE)))))
                : entry;
    }

    private interface Inspection {
        ReplicatedBuckets.Contents of(HastyRegistry registry, ReplicatedBuckets.Deletion deletion);
    }

    private static Protocol inspecting(Inspection inspection) {
        return new Protocol() {
            @Override
            public ReplicatedBuckets buckets(Cluster cluster, BucketDirectory directory) {
                return new HastyRegistry(cluster, directory, inspection);
            }
        };
    }

    private static final class HastyRegistry extends ReplicatedBuckets {
        private final Cluster cluster;
        private final Inspection inspection;

        HastyRegistry(Cluster cluster, BucketDirectory directory, Inspection inspection) {
            super(cluster, directory);
            this.cluster = cluster;
            this.inspection = inspection;
        }

        @Override
        protected Contents inspect(Deletion deletion) {
            return inspection.of(this, deletion);
        }

        Set<DcName> everywhere() {
            return cluster.metadata().group().replicas().keySet();
        }

        int quorum() {
            return cluster.metadata().group().quorums().classic();
        }

        Set<DcName> tell(Deletion deletion) {
            return install(deletion);
        }

        Contents lookAt(Deletion deletion, Set<DcName> dcs) {
            return scanForObjects(deletion, dcs);
        }
    }

    private static final class UndecidedStay extends Protocol {
        @Override
        public MetadataPath.Rules rules() {
            LatestVersion latest =
                    new LatestVersion() {
                        @Override
                        protected boolean mustBeEnded(
                                Quorums quorums, Collection<@Nullable Vote> votes, int answered) {
                            return mayBeChosen(quorums, votes, answered);
                        }
                    };
            return MetadataPath.Rules.PROTOCOL.with(latest);
        }
    }
}
