package io.giza.gateway.bucket;

import io.giza.gateway.service.ObjectService.Failure;
import io.giza.model.BucketRecord;

/** What is known of a bucket. */
public sealed interface BucketLookup {
    /** The bucket is the account's; to be confirmed. */
    record Known(BucketRecord record) implements BucketLookup {}

    /** There is no bucket for the account, as far as is known. */
    sealed interface NotFound extends BucketLookup {
        /** Returns what an operation in the bucket is answered. */
        Failure toFailure();
    }

    /** A quorum knows no such bucket. */
    record Missing() implements NotFound {
        @Override
        public Failure toFailure() {
            return new Failure.NoSuchBucket(false);
        }
    }

    /** A quorum knows the bucket as another account's. */
    record Foreign() implements NotFound {
        @Override
        public Failure toFailure() {
            return new Failure.NoSuchBucket(true);
        }
    }

    /** No quorum answered. */
    record Unreachable(String detail) implements NotFound {
        @Override
        public Failure toFailure() {
            return new Failure.Unavailable(detail);
        }
    }
}
