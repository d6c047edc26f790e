package io.giza.simulation.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.DeclaredPart;
import io.giza.gateway.service.UploadService.Expected;
import io.giza.gateway.service.UploadService.PartTarget;
import io.giza.gateway.service.WriteCondition;
import io.giza.gc.plan.RowPlan;
import io.giza.gc.sweep.ClockCheck;
import io.giza.gc.sweep.GarbageJobFactory;
import io.giza.gc.sweep.RowCollector;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRows;
import io.giza.model.Value;
import io.giza.paxos.Fold;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.record.UploadRecordCodec;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.ForwardingReplica;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.usage.Usage;
import io.giza.usage.UsageCodec;
import io.giza.usage.UsageRecord;
import io.giza.worker.Job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Two buckets of one account, and workers that sweep over their rows. */
final class SweptCluster {
    private static final String ACCOUNT = "default";
    private static final RowPlan.AgeLimits AGES =
            new RowPlan.AgeLimits(Duration.ofMinutes(15), Duration.ZERO);

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final Gateway gateway;
    private final Map<String, BucketId> buckets = new HashMap<>();
    private final Map<String, String> etags = new HashMap<>();
    private Map<String, Usage> byAccount = Map.of();
    private int texts;

    SweptCluster(Simulation simulation) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
        cluster.stopFailures();
        this.gateway = gateway("gateway");
        for (String bucket : List.of("plain", "versions")) {
            var created = (CreateResult.Created) gateway.create(cluster.account(), bucket);
            buckets.put(bucket, created.bucket().id());
        }
    }

    private Gateway gateway(String name) {
        Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
        return cluster.gateway(
                name,
                cluster.names().getFirst(),
                Reach.over(network, network),
                GatewaySettings.DEFAULT);
    }

    private BucketId id(String bucket) {
        return Objects.requireNonNull(buckets.get(bucket));
    }

    private Target target(String bucket, String key) {
        OpId op = OpId.random(simulation.scenario().random());
        return new Target(cluster.account(), bucket, key, op);
    }

    private TextBody body(int size) {
        return new TextBody("text-" + texts++, size);
    }

    /** All data centers learn what was acknowledged. */
    void rest() {
        simulation.scenario().time().sleep(Duration.ofMinutes(2));
    }

    void versioned(String bucket) {
        assertThat(gateway.version(cluster.account(), bucket, Versioning.ENABLED))
                .isInstanceOf(VersioningResult.Changed.class);
    }

    void put(String bucket, String key, int size) {
        PutRequest request =
                new PutRequest(target(bucket, key), new WriteCondition.None(), Map.of(), Map.of());
        stored(() -> gateway.objects().put(request, body(size)));
    }

    /** Does a put. */
    private interface Put {
        PutResult put() throws IOException;
    }

    private static PutResult.Stored stored(Put put) {
        try {
            PutResult result = put.put();
            assertThat(result).isInstanceOf(PutResult.Stored.class);
            return (PutResult.Stored) result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void delete(String bucket, String key) {
        assertThat(
                        gateway.objects()
                                .delete(
                                        new DeleteRequest(
                                                target(bucket, key), new WriteCondition.None())))
                .isInstanceOf(DeleteResult.Done.class);
    }

    void deleteBucket(String bucket) {
        assertThat(gateway.delete(cluster.account(), bucket))
                .isInstanceOf(RemoveResult.Deleted.class);
    }

    UploadId begin(String bucket, String key) {
        Upload upload =
                new Upload(
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Optional.empty(),
                        ACCOUNT,
                        gateway.surroundings().time().instant());
        return ((UploadService.CreateResult.Created)
                        gateway.uploads().create(target(bucket, key), upload))
                .upload();
    }

    void part(String bucket, String key, UploadId upload, int number, int size) {
        PartTarget part = new PartTarget(target(bucket, key), upload, number);
        TextBody body = body(size);
        PutResult.Stored stored = stored(() -> gateway.uploads().putPart(part, _ -> body));
        etags.put(upload + "/" + number, stored.manifest().etag());
    }

    void complete(String bucket, String key, UploadId upload, int... numbers) {
        assertThat(complete(gateway, bucket, key, upload, numbers))
                .isInstanceOf(UploadService.CompleteResult.Completed.class);
    }

    private UploadService.CompleteResult complete(
            Gateway by, String bucket, String key, UploadId upload, int... numbers) {
        List<DeclaredPart> parts =
                IntStream.of(numbers)
                        .mapToObj(
                                number ->
                                        new DeclaredPart(
                                                number,
                                                Objects.requireNonNull(
                                                        etags.get(upload + "/" + number)),
                                                Map.of()))
                        .toList();
        return by.uploads()
                .complete(
                        new UploadService.CompleteRequest(
                                target(bucket, key),
                                upload,
                                parts,
                                new WriteCondition.None(),
                                Expected.NOTHING));
    }

    /** Has a gateway complete an upload that says so nowhere once the object is there. */
    void completeAndDie(String bucket, String key, UploadId upload, int... numbers) {
        Gateway dying =
                cluster.gateway(
                        "dying",
                        cluster.names().getFirst(),
                        new NothingCompleted(),
                        GatewaySettings.DEFAULT);
        complete(dying, bucket, key, upload, numbers);
    }

    /** Nobody hears that an upload was completed. */
    private static final class NothingCompleted implements Reach {
        @Override
        public MetadataReplica metadata(DcName from, MetadataReplica replica) {
            return new ForwardingReplica(replica) {
                @Override
                public Answer send(Message message) throws ReplicaException {
                    if (message.key().name().startsWith(UploadRows.prefixOfUploads(""))
                            && message.request() instanceof Request.Offer offer
                            && offer.value().kind() == Value.Kind.PUT
                            && UploadRecordCodec.decode(offer.value()).state()
                                    instanceof UploadRecord.Completed) {
                        throw new ReplicaException.Failed(dc(), "it died", null);
                    }
                    return super.send(message);
                }
            };
        }
    }

    boolean isCompleting(String bucket, String key, UploadId upload) {
        Row row =
                gateway.versions().latest(UploadRows.upload(id(bucket), key, upload)).orElseThrow();
        return UploadRecordCodec.decode(Fold.newestHint(row).orElseThrow().value()).state()
                instanceof UploadRecord.Completing;
    }

    void abort(String bucket, String key, UploadId upload) {
        assertThat(gateway.uploads().abort(target(bucket, key), upload))
                .isInstanceOf(UploadService.AbortResult.Aborted.class);
    }

    /** Sweeps over all rows as workers do. */
    void sweep() {
        assertThat(sweep(() -> true, _ -> {})).isTrue();
    }

    /** Sweeps over so many rows, and then the worker has to stop. */
    boolean sweepRows(int rows) {
        AtomicInteger left = new AtomicInteger(rows);
        return sweep(() -> left.getAndDecrement() > 0, _ -> {});
    }

    /** Does something when the sweep has seen the first row. */
    void sweepAround(Runnable action) {
        AtomicInteger seen = new AtomicInteger();
        sweep(
                () -> true,
                _ -> {
                    if (seen.getAndIncrement() == 0) {
                        action.run();
                    }
                });
    }

    private boolean sweep(BooleanSupplier mayContinue, Consumer<RowCollector.Outcome> tally) {
        boolean done = true;
        for (int share = 0; share < cluster.names().size(); share++) {
            ClockCheck clock = new ClockCheck(gateway.versions(), _ -> {});
            Job job =
                    new GarbageJobFactory(gateway.versions(), clock, 1)
                            .rowJob(share, cluster.names(), AGES, tally, this::note);
            try {
                done &= job.run(mayContinue);
            } catch (ReplicaException e) {
                throw new AssertionError(e);
            }
        }
        return done;
    }

    private void note(Map<String, Usage> usages) {
        byAccount = Map.copyOf(usages);
    }

    Map<String, Usage> byAccount() {
        return byAccount;
    }

    private Row row(String bucket) {
        return gateway.versions()
                .latest(ObjectKey.ofUsage(ACCOUNT, bucket))
                .orElseThrow()
                .orNextGeneration();
    }

    Optional<UsageRecord> record(String bucket) {
        return Fold.newestHint(row(bucket)).map(entry -> UsageCodec.decode(entry.value()));
    }

    Usage usage(String bucket) {
        return record(bucket).orElseThrow().usage();
    }

    long logLength(String bucket) {
        return row(bucket).chosen();
    }

    /**
     * Returns what lies in the stores of a bucket and its uploads.
     *
     * @param inline how many bytes more lie in rows, in those of each data center
     */
    long stored(String bucket, int inline) {
        long bytes = (long) inline * cluster.names().size();
        for (InMemoryFragmentStore store : cluster.stores()) {
            for (FragmentId each : store.ids()) {
                BucketId of = each.key().bucket();
                if (of.equals(id(bucket)) || of.equals(id(bucket).uploads())) {
                    bytes += length(store, each);
                }
            }
        }
        return bytes;
    }

    private static long length(InMemoryFragmentStore store, FragmentId id) {
        try {
            return store.content(id).readAllBytes().length;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
