package io.giza.gateway.s3.bucket;

import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
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
    /** Tells whether a bucket's ACLs mean nothing, as those of a new bucket. */
    boolean isEnforced(Call call, BucketId bucket) {
        return switch (rows.read(BucketConfiguration.OWNERSHIP.key(bucket))) {
            case SystemRows.Unavailable failure -> throw Failures.toError(failure, call.resource());
            case SystemRows.Held(Optional<Value> record) ->
                    record.isEmpty()
                            || record.filter(each -> each.body().size() > 0)
                                    .map(BucketConfiguration.OWNERSHIP::parse)
                                    .map(ObjectOwnership::read)
                                    .filter(ObjectOwnership.BUCKET_OWNER_ENFORCED::equals)
                                    .isPresent();
        };
    }
}
