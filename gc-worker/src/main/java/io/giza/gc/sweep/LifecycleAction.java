package io.giza.gc.sweep;

import io.giza.lifecycle.LifecycleSchedule;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;

import java.util.function.BooleanSupplier;

/** What is done about an object or upload of which something seems to have expired. */
public interface LifecycleAction {
    /**
     * A bucket that has a lifecycle.
     *
     * @param name the bucket's name
     * @param id the identity of the life of the bucket that has it
     * @param schedule what its owner wants to expire
     */
    record BucketLifecycle(String name, BucketId id, LifecycleSchedule schedule) {}

    /** The outcome for an object or upload. */
    enum Outcome {
        /** Nothing of it has expired. */
        KEPT,
        /** What had expired is ended, or would be. */
        EXPIRED,
        /** Something has to wait, for a data center or for what is under way; to be tried again. */
        PENDING
    }

    /**
     * Does what is to be done about an object.
     *
     * @param mayContinue asked before each step
     */
    Outcome handleObject(BucketLifecycle bucket, ObjectKey key, BooleanSupplier mayContinue);

    /** Does what is to be done about an upload, by its row's key. */
    Outcome handleUpload(BucketLifecycle bucket, ObjectKey key);
}
