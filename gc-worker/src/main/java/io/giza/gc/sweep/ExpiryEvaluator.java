package io.giza.gc.sweep;

import io.giza.gc.plan.ExpiryPlan;
import io.giza.gc.sweep.LifecycleAction.BucketLifecycle;
import io.giza.lifecycle.LifecycleSchedule.Due;
import io.giza.model.ObjectKey;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRows;
import io.giza.paxos.Row;
import io.giza.version.VersionAccess;

import java.util.Optional;

/** Says of what a quorum knows what has expired. */
final class ExpiryEvaluator {
    private final VersionAccess access;

    ExpiryEvaluator(VersionAccess access) {
        this.access = access;
    }

    /** An object, and what of it expires. */
    record ObjectExpiry(Row row, ExpiryPlan plan) {}

    /**
     * An upload that expires.
     *
     * @param row its row
     * @param object the key of the object that it was to become
     */
    record ExpiredUpload(Row row, UploadRecord record, String object, Due due) {}

    /** Judges an object; empty if no quorum shows its row. */
    Optional<ObjectExpiry> evaluateObject(BucketLifecycle bucket, ObjectKey key) {
        return access.latest(key)
                .map(Row::orNextGeneration)
                .flatMap(row -> access.withLogFrom(key, row, 1))
                .map(row -> new ObjectExpiry(row, plan(bucket, key, row)));
    }

    private ExpiryPlan plan(BucketLifecycle bucket, ObjectKey key, Row row) {
        return ExpiryPlan.of(
                key.name(),
                row,
                bucket.schedule(),
                access.surroundings().time().instant(),
                access.rules());
    }

    /** Tells whether something of an object seems to expire, as one data center has its row. */
    boolean mayExpire(BucketLifecycle bucket, ObjectKey key, Row row) {
        // Of a log that this row does not hold, or a put that it was not told of, others may know.
        if (row.firstHeld() > 1) {
            return true;
        }
        ExpiryPlan plan = plan(bucket, key, row);
        return plan.isBlocked() || !plan.expiries().isEmpty();
    }

    /** Returns an upload if it expires, as a row says; empty if it does not. */
    Optional<ExpiredUpload> evaluateUpload(BucketLifecycle bucket, ObjectKey key, Row row) {
        Optional<UploadRows.UploadName> named = UploadRows.parse(key.name());
        Optional<UploadRecord> record = UploadReader.newestRecord(row);
        if (named.isEmpty() || record.isEmpty()) {
            return Optional.empty();
        }
        String object = named.get().key();
        return ExpiryPlan.ofUpload(
                        object,
                        record.get(),
                        bucket.schedule(),
                        access.surroundings().time().instant())
                .map(due -> new ExpiredUpload(row, record.get(), object, due));
    }
}
