package io.giza.gateway.object;

import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.listing.ObjectLister;
import io.giza.gateway.listing.VersionLister;
import io.giza.gateway.read.ObjectReader;
import io.giza.gateway.read.ReadResources;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.VersionListing;
import io.giza.gateway.version.VersionResolver;

import java.io.IOException;

/** The objects as consensus and erasure coding keep them; each operation is a class. */
public final class ReplicatedObjects implements ObjectService {
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final ObjectDeleter deleter;
    private final ObjectTagger tagger;
    private final ObjectLister lister;
    private final VersionLister versions;

    /** Runs over one cluster. */
    public ReplicatedObjects(Cluster cluster, BucketDirectory buckets) {
        this(cluster, buckets, ReadResources.unlimited(cluster.surroundings().tasks()));
    }

    /** Runs over one cluster, with a writer of its own. */
    public ReplicatedObjects(Cluster cluster, BucketDirectory buckets, ReadResources reads) {
        this(cluster, buckets, new ObjectWriter(cluster, buckets), reads);
    }

    /**
     * Runs over one cluster.
     *
     * @param writer puts objects; others may share it
     * @param reads what all gets share
     */
    public ReplicatedObjects(
            Cluster cluster, BucketDirectory buckets, ObjectWriter writer, ReadResources reads) {
        VersionResolver resolver = new VersionResolver(cluster);
        this.writer = writer;
        this.reader = new ObjectReader(cluster, buckets, resolver, reads);
        this.deleter = new ObjectDeleter(cluster, buckets, resolver);
        this.tagger = new ObjectTagger(cluster, buckets, resolver);
        this.lister = new ObjectLister(cluster, buckets, resolver);
        this.versions = new VersionLister(cluster, buckets);
    }

    @Override
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        return writer.put(request, body);
    }

    @Override
    public GetResult get(GetRequest request) {
        return reader.get(request);
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        return deleter.delete(request);
    }

    @Override
    public TagResult tag(TagRequest request) {
        return tagger.tag(request);
    }

    @Override
    public ListResult list(ListRequest request) {
        return lister.list(request);
    }

    @Override
    public VersionListing.Result listVersions(VersionListing.Request request) {
        return versions.list(request);
    }
}
