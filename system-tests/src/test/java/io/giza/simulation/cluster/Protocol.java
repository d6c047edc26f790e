package io.giza.simulation.cluster;

import io.giza.commit.MetadataPath;
import io.giza.commit.Settlement;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.ReplicatedBuckets;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.object.ObjectWriter;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.upload.ReplicatedUploads;
import io.giza.gateway.upload.UploadRules;
import io.giza.membership.Admission;
import io.giza.metadata.row.RowLimits;
import io.giza.metadata.row.RowMetrics;
import io.giza.metadata.row.SpillingRows;
import io.giza.metadata.table.RowTable;
import io.giza.model.DcName;
import io.giza.paxos.Acceptor;
import io.giza.paxos.Quorums;
import io.giza.paxos.Row;
import io.giza.replica.FragmentStore;
import io.giza.replica.MetadataReplica;
import io.giza.simulation.disk.DiskRules;
import io.giza.stripe.VersionFragments;
import io.giza.version.FragmentAdmission;
import io.giza.version.VersionRules;

import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** The rules that a simulated cluster runs by: the production ones, unless a mutant breaks one. */
public class Protocol {
    /** Nothing is broken. */
    public static final Protocol PRODUCTION = new Protocol();

    /** Returns what answers behind every row table. */
    public Acceptor acceptor() {
        return new Acceptor();
    }

    /** Returns which requests the tables let in. */
    public Admission admission() {
        return new Admission();
    }

    /** Tells whether a table compares the epoch of a row with its own before it writes it. */
    public boolean comparesEpochs() {
        return true;
    }

    /** Returns what gateways conclude from replies. */
    public MetadataPath.Rules rules() {
        return MetadataPath.Rules.PROTOCOL;
    }

    /** Returns what may be concluded of versions and their fragments. */
    public VersionRules versions() {
        return VersionRules.PROTOCOL;
    }

    /** Returns what fragment stores take, and what they say of what is not there. */
    public FragmentAdmission fragmentAdmission() {
        return FragmentAdmission.PROTOCOL;
    }

    /** Returns the quorums that gateways wait for. */
    public Quorums quorums(int size) {
        return Quorums.of(size);
    }

    /** Tells whether the checksum of a message is compared with what arrived. */
    public boolean comparesChecksums() {
        return true;
    }

    /** Returns what tables do about their disks. */
    public DiskRules disks() {
        return DiskRules.PRODUCTION;
    }

    /** Tells whether a table compares the tag of a row before it writes it. */
    public boolean comparesTags() {
        return true;
    }

    /** Returns what keeps rows of any length in a table. */
    public SpillingRows rows(RowTable table, RowLimits limits, RowMetrics metrics) {
        return new SpillingRows(table, limits, metrics);
    }

    /** Tells whether a segment is inserted before the head that refers to it is stored. */
    public boolean insertsSegmentsFirst() {
        return true;
    }

    /** Returns what a table stores when it is told to store {@code row}. */
    public Row stored(Row row) {
        return row;
    }

    /** Returns the chance from which a gateway names itself and its ballots. */
    public RandomGenerator random(RandomGenerator own) {
        return own;
    }

    /** Returns the quorums by which rows of a joining table are seeded. */
    public Quorums seedingQuorums(int size) {
        return quorums(size);
    }

    /** Returns what is concluded from replies when rows of a joining table are seeded. */
    public MetadataPath.Rules seedingRules() {
        return rules();
    }

    /** Returns a replica as whoever seeds a joining table speaks to it. */
    public MetadataReplica seededFrom(MetadataReplica replica) {
        return replica;
    }

    /** Tells whether a client offers a record of unknown fate once more under the same identity. */
    public boolean offersUnknownAgain() {
        return false;
    }

    /** Returns what removes rows. */
    public RowRemoval removal(MetadataPath path, CommitSettings settings) {
        return new RowRemoval(path, settings);
    }

    /** Returns what settles orphans. */
    public Settlement settlement(MetadataPath path) {
        return new Settlement(path);
    }

    /** Returns what a gateway knows of buckets. */
    public BucketDirectory directory(Cluster cluster) {
        return new BucketDirectory(cluster);
    }

    /** Returns a gateway's buckets. */
    public ReplicatedBuckets buckets(Cluster cluster, BucketDirectory directory) {
        return new ReplicatedBuckets(cluster, directory);
    }

    /** Returns a gateway's uploads, with parts of any size. */
    public final UploadService uploads(Cluster cluster, BucketDirectory directory) {
        return new ReplicatedUploads(
                cluster, directory, new ObjectWriter(cluster, directory), uploadRules(), 1);
    }

    /** Returns the rules of uploads. */
    public UploadRules uploadRules() {
        return UploadRules.PROTOCOL;
    }

    /** Returns the replica as its data center serves it. */
    public MetadataReplica replicaOfDataCenter(MetadataReplica replica) {
        return replica;
    }

    /** Returns the replicas whose answers a gateway counts, by the name that it counts them for. */
    public Map<DcName, MetadataReplica> replicasByCountedName(
            DcName home, Map<DcName, MetadataReplica> replicas) {
        return replicas;
    }

    /**
     * Returns where a gateway looks for fragments before it reads them where they lie.
     *
     * @param home the gateway's data center
     */
    public UnaryOperator<VersionFragments> near(DcName home, Surroundings surroundings) {
        return UnaryOperator.identity();
    }

    /** Returns the store as a gateway understands its answers. */
    public FragmentStore storeSeenByGateway(FragmentStore store) {
        return store;
    }
}
