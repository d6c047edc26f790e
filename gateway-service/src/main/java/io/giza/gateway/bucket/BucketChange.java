package io.giza.gateway.bucket;

import io.giza.lock.BucketLock;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Encryption;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A change of a bucket's settings.
 *
 * @param isDone whether a record holds it
 * @param isAllowed whether the state of the bucket allows it
 * @param change makes the record that holds it
 */
record BucketChange(
        Predicate<BucketRecord> isDone,
        Predicate<BucketRecord> isAllowed,
        UnaryOperator<BucketRecord> change) {
    /** A change that nothing is to be done about. */
    static final BucketChange NONE = new BucketChange(_ -> true, _ -> true, record -> record);

    /** Versioning, which a bucket with locks keeps. */
    static BucketChange of(Versioning versioning) {
        return new BucketChange(
                record -> record.versioning() == versioning,
                record -> record.lock().isEmpty() || versioning == Versioning.ENABLED,
                record -> record.withVersioning(versioning));
    }

    /** How versions are locked. Nulls cannot be locked, so versioning has to be in effect. */
    static BucketChange of(BucketLock lock) {
        return new BucketChange(
                record -> record.lock().filter(lock::equals).isPresent(),
                record ->
                        record.reportedVersioning() == Versioning.ENABLED
                                && record.versioning() == Versioning.ENABLED,
                record -> record.withLock(lock));
    }

    /**
     * How objects are encrypted.
     *
     * @param isAllowed whether anything can be encrypted so
     */
    static BucketChange of(Optional<Encryption.Default> encryption, boolean isAllowed) {
        return new BucketChange(
                record -> record.encryption().equals(encryption),
                _ -> isAllowed,
                record -> record.withVersioning(record.versioning()).withEncryption(encryption));
    }

    /** Returns the record with the change; itself if nothing changes, empty if not allowed. */
    Optional<BucketRecord> after(BucketRecord record) {
        return Optional.of(record)
                .filter(isAllowed)
                .map(each -> isDone.test(each) ? each : change.apply(each));
    }
}
