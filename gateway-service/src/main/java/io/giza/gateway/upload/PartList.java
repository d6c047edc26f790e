package io.giza.gateway.upload;

import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.object.ObjectWriter;
import io.giza.gateway.scope.PutScope;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Manifest;
import io.giza.model.OpId;
import io.giza.model.Part;
import io.giza.model.UploadId;
import io.giza.model.UploadRows;
import io.giza.record.PartListCodec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Decides where the list of an object's parts is, and stores one that is long. */
final class PartList {
    /** Rows are read and written whole, so a manifest stays small. */
    private static final int MAX_IN_MANIFEST = 16 << 10;

    private final Cluster cluster;
    private final ObjectWriter writer;

    PartList(Cluster cluster, ObjectWriter writer) {
        this.cluster = cluster;
        this.writer = writer;
    }

    /** Where the list is. */
    sealed interface Result {}

    /** It is there. */
    record Placed(Manifest.DataLocation location) implements Result {}

    /** It could not be stored. */
    record Failed(Failure failure) implements Result {}

    /**
     * Places a list.
     *
     * @param scope the upload, which must be open
     */
    Result place(
            Target target, BucketId bucket, UploadId upload, List<Part> parts, PutScope scope) {
        Bytes list = PartListCodec.encode(parts);
        if (list.size() <= MAX_IN_MANIFEST) {
            return new Placed(new Manifest.Parts(upload, parts));
        }
        // A put of its own, so none that a retry of the client's operation could find.
        OpId op = OpId.random(cluster.surroundings().random());
        Target own = new Target(target.account(), target.bucket(), target.key(), op);
        PutRequest request = new PutRequest(own, new WriteCondition.None(), Map.of(), Map.of());
        try {
            PutResult result =
                    writer.put(
                            UploadRows.list(bucket, upload),
                            scope,
                            request,
                            new ArrayBody(list.toArray()),
                            cluster.after(cluster.settings().read()));
            return switch (result) {
                case PutResult.Stored stored -> placed(upload, parts, list, stored);
                case Failure failure -> new Failed(failure);
            };
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
    }

    private static Result placed(
            UploadId upload, List<Part> parts, Bytes list, PutResult.Stored stored) {
        if (!(stored.manifest().data() instanceof Manifest.Direct data)) {
            throw new IllegalStateException("a put of parts: " + stored);
        }
        return new Placed(
                new Manifest.StoredParts(
                        upload, parts.size(), stored.id().putId(), list.size(), data));
    }
}
