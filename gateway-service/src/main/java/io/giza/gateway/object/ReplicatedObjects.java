package io.giza.gateway.object;

import io.giza.concurrent.Trace;
import io.giza.gateway.annotation.ObjectGranter;
import io.giza.gateway.annotation.ObjectLocker;
import io.giza.gateway.annotation.ObjectTagger;
import io.giza.gateway.annotation.VersionAnnotator;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.listing.ObjectLister;
import io.giza.gateway.listing.VersionLister;
import io.giza.gateway.read.ObjectReader;
import io.giza.gateway.read.ReadResources;
import io.giza.gateway.service.GrantRequest;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.LockRequest;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.VersionListing;
import io.giza.gateway.version.VersionResolver;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The objects as consensus and erasure coding keep them; each operation is a class. Counts the
 * cross-DC round trips that each takes until it is answered: {@code
 * giza.request.cross.dc.rounds{operation=put|get|head|delete|list|list-versions|tag|lock|grant}}.
 * What goes on in the background afterwards does not count.
 */
public final class ReplicatedObjects implements ObjectService {
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final ObjectDeleter deleter;
    private final ObjectTagger tagger;
    private final ObjectLocker locker;
    private final ObjectGranter granter;
    private final ObjectLister lister;
    private final VersionLister versions;
    private final @Nullable MeterRegistry meters;
    private final Map<String, DistributionSummary> rounds = new ConcurrentHashMap<>();

    /** Runs over one cluster and counts nothing. */
    public ReplicatedObjects(Cluster cluster, BucketDirectory buckets) {
        this(cluster, buckets, ReadResources.unlimited(cluster.surroundings()));
    }

    /** Runs over one cluster, with a writer of its own, and counts nothing. */
    public ReplicatedObjects(Cluster cluster, BucketDirectory buckets, ReadResources reads) {
        this(cluster, buckets, new ObjectWriter(cluster, buckets), reads, null);
    }

    /**
     * Runs over one cluster.
     *
     * @param writer puts objects; others may share it
     * @param reads what all gets share
     * @param meters where round trips are counted, or null
     */
    public ReplicatedObjects(
            Cluster cluster,
            BucketDirectory buckets,
            ObjectWriter writer,
            ReadResources reads,
            @Nullable MeterRegistry meters) {
        VersionResolver resolver = new VersionResolver(cluster);
        this.writer = writer;
        this.reader = new ObjectReader(cluster, buckets, resolver, reads);
        this.deleter = new ObjectDeleter(cluster, buckets, resolver);
        VersionAnnotator annotator = new VersionAnnotator(cluster, buckets, resolver);
        this.tagger = new ObjectTagger(annotator);
        this.locker = new ObjectLocker(cluster, annotator);
        this.granter = new ObjectGranter(annotator);
        this.lister = new ObjectLister(cluster, buckets, resolver);
        this.versions = new VersionLister(cluster, buckets);
        this.meters = meters;
    }

    @Override
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        return measured("put", () -> writer.put(request, body));
    }

    @Override
    public GetResult get(GetRequest request) {
        return measured(request.wantsBody() ? "get" : "head", () -> reader.get(request));
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        return measured("delete", () -> deleter.delete(request));
    }

    @Override
    public TagResult tag(TagRequest request) {
        return measured("tag", () -> tagger.tag(request));
    }

    @Override
    public TagResult lock(LockRequest request) {
        return measured("lock", () -> locker.lock(request));
    }

    @Override
    public TagResult grant(GrantRequest request) {
        return measured("grant", () -> granter.grant(request));
    }

    @Override
    public ListResult list(ListRequest request) {
        return measured("list", () -> lister.list(request));
    }

    @Override
    public VersionListing.Result listVersions(VersionListing.Request request) {
        return measured("list-versions", () -> versions.list(request));
    }

    private <T, X extends Throwable> T measured(String operation, ScopedValue.CallableOp<T, X> call)
            throws X {
        if (meters == null) {
            return call.call();
        }
        Trace trace = Trace.ofPart();
        T result = trace.record(call);
        rounds.computeIfAbsent(operation, this::summary).record(trace.roundTrips());
        return result;
    }

    private DistributionSummary summary(String operation) {
        return DistributionSummary.builder("giza.request.cross.dc.rounds")
                .description("Round trips between data centers that an operation waited for")
                .tag("operation", operation)
                .register(Objects.requireNonNull(meters));
    }
}
