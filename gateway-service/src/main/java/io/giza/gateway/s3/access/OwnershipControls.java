package io.giza.gateway.s3.access;

import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.system.SystemRows;
import io.giza.model.BucketId;
import io.giza.model.Value;

import java.util.Optional;

/**
 * The ownership controls of buckets.
 *
 * @param rows where they are kept
 */
public record OwnershipControls(SystemRows rows) {
    /**
     * Tells whether a bucket's lists mean nothing, as those of a bucket that was created without
     * saying so.
     *
     * @throws S3Exception ServiceUnavailable
     */
    public boolean isEnforced(Resource resource, BucketId bucket) {
        return switch (rows.read(AccessDocuments.ownership(bucket))) {
            case SystemRows.Unavailable failure -> throw Failures.toError(failure, resource);
            case SystemRows.Held(Optional<Value> record) ->
                    of(record) == ObjectOwnership.BUCKET_OWNER_ENFORCED;
        };
    }

    /** Returns what is kept; of a bucket whose controls were deleted writers own their objects. */
    static ObjectOwnership of(Optional<Value> record) {
        return record.map(
                        each ->
                                each.body().size() > 0
                                        ? AccessDocuments.ownership(each)
                                        : ObjectOwnership.OBJECT_WRITER)
                .orElse(ObjectOwnership.BUCKET_OWNER_ENFORCED);
    }
}
