package io.giza.simulation;

import io.giza.commit.MetadataPath;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketRegistry;
import io.giza.gateway.object.Cluster;
import io.giza.model.DcName;
import io.giza.paxos.LatestVersion;
import io.giza.paxos.Quorums;
import io.giza.paxos.Vote;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

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
                                    ? BucketRegistry.Contents.UNINFORMED
                                    : registry.lookAt(deletion, registry.everywhere());
                        }));
        mutants.put("half vote that the scan of a bucket sees is not ended", new HalfVotesStay());
        return mutants;
    }

    private interface Inspection {
        BucketRegistry.Contents of(HastyRegistry registry, BucketRegistry.Deletion deletion);
    }

    private static Protocol inspecting(Inspection inspection) {
        return new Protocol() {
            @Override
            BucketRegistry buckets(Cluster cluster, BucketDirectory directory) {
                return new HastyRegistry(cluster, directory, inspection);
            }
        };
    }

    private static final class HastyRegistry extends BucketRegistry {
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

        Set<DcName> tell(Deletion deletion) {
            return install(deletion);
        }

        Contents lookAt(Deletion deletion, Set<DcName> dcs) {
            return look(deletion, dcs);
        }
    }

    private static final class HalfVotesStay extends Protocol {
        @Override
        MetadataPath.Rules rules() {
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
