package io.giza.gateway.s3.object;

import io.giza.gateway.s3.access.ObjectAclHandler;
import io.giza.gateway.s3.document.LockHeaders;
import io.giza.gateway.s3.encryption.EncryptionHeaders;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.EntityTag;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.ObjectHeaders;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.VersionIds;
import io.giza.gateway.s3.exchange.WriteConditions;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.VersionName;

import java.io.IOException;
import java.time.InstantSource;

/** PutObject and DeleteObject. */
public final class WriteHandler {
    private final ObjectService objects;
    private final ObjectAclHandler acls;
    private final InstantSource clock;
    private final long maxPutBytes;

    /**
     * Makes the handler.
     *
     * @param acls tells whose a new object is
     * @param clock by which a retention has to end in the future
     */
    public WriteHandler(
            ObjectService objects, ObjectAclHandler acls, InstantSource clock, long maxPutBytes) {
        this.objects = objects;
        this.acls = acls;
        this.clock = clock;
        this.maxPutBytes = maxPutBytes;
    }

    /**
     * PutObject: stores the body as the newest version, if its condition holds.
     *
     * @throws S3Exception PreconditionFailed, ConditionalRequestConflict, NoSuchBucket; or
     *     ServiceUnavailable, whose message says if the outcome is unknown
     */
    public void put(Call call, Reply reply) throws IOException {
        PutRequest request =
                new PutRequest(
                        call.target(),
                        WriteConditions.of(call.headers()),
                        ObjectHeaders.stored(call.headers()),
                        ObjectHeaders.userMetadata(call.headers()),
                        ObjectHeaders.tags(call.headers()),
                        LockHeaders.requested(call.headers(), clock.instant()),
                        EncryptionHeaders.requested(call.headers()),
                        acls.ofNew(call));
        PutResult result = objects.put(request, call.objectBody(maxPutBytes));
        switch (result) {
            case PutResult.Stored stored -> {
                ObjectHeaders.checksums(reply, stored.manifest().checksums());
                VersionIds.addHeader(reply, stored.version());
                EncryptionHeaders.describing(stored.manifest().encryption(), call.headers())
                        .forEach(reply::header);
                ObjectHeaders.expiration(call, stored.manifest()).forEach(reply::header);
                reply.header("ETag", EntityTag.quote(stored.manifest().etag())).empty(200);
            }
            case Failure failure -> throw Failures.toError(failure, call.resource());
        }
    }

    /**
     * DeleteObject: appends a delete marker, or deletes the version that is named for good. What is
     * not there is deleted, too.
     *
     * @throws S3Exception PreconditionFailed or ConditionalRequestConflict; NoSuchKey if an ETag is
     *     asked for and nothing is there
     */
    public void delete(Call call, Reply reply) {
        VersionName version = VersionIds.requested(call.query());
        WriteCondition condition = WriteConditions.ofDelete(call.headers());
        DeleteResult result =
                objects.delete(
                        new DeleteRequest(
                                call.target(),
                                version,
                                condition,
                                LockHeaders.bypassesGovernance(call.headers())));
        switch (result) {
            case DeleteResult.Done(var deleted, boolean isMarker, var _) -> {
                VersionIds.addHeader(reply, deleted);
                if (isMarker) {
                    reply.header(VersionIds.MARKER_HEADER, "true");
                }
                reply.empty(204);
            }
            case Failure failure -> throw Failures.toError(failure, call.resource());
        }
    }
}
