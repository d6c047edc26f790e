package io.giza.gc.sweep;

import io.giza.gc.plan.ExpiryPlan.ExpiryKind;
import io.giza.lifecycle.LifecycleSchedule.Due;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.version.VersionAccess;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Tells what would expire, as a quorum knows it now, and ends nothing. */
public final class ExpiryPreview implements LifecycleAction {
    private final VersionAccess access;
    private final ExpiryEvaluator evaluator;
    private final Consumer<Item> listener;

    /**
     * Wires it.
     *
     * @param listener hears of each thing that would be ended
     */
    public ExpiryPreview(VersionAccess access, Consumer<Item> listener) {
        this.access = access;
        this.evaluator = new ExpiryEvaluator(access);
        this.listener = listener;
    }

    /**
     * Something that would be ended.
     *
     * @param bucket the bucket's name
     * @param key the object's key
     * @param version the version, or the upload
     * @param due since when, and by which rule
     */
    public record Item(String bucket, String key, String version, ExpiryKind kind, Due due) {}

    @Override
    public Outcome handleObject(
            BucketLifecycle bucket, ObjectKey key, BooleanSupplier mayContinue) {
        Optional<ExpiryEvaluator.ObjectExpiry> expiry = evaluator.evaluateObject(bucket, key);
        if (expiry.isEmpty() || expiry.get().plan().isBlocked()) {
            return Outcome.PENDING;
        }
        expiry.get()
                .plan()
                .expiries()
                .forEach(
                        each ->
                                listener.accept(
                                        new Item(
                                                bucket.name(),
                                                key.name(),
                                                each.version().toString(),
                                                each.kind(),
                                                each.due())));
        return expiry.get().plan().expiries().isEmpty() ? Outcome.KEPT : Outcome.EXPIRED;
    }

    @Override
    public Outcome handleUpload(BucketLifecycle bucket, ObjectKey key) {
        Optional<Row> row = access.latest(key);
        if (row.isEmpty()) {
            return Outcome.PENDING;
        }
        Optional<ExpiryEvaluator.ExpiredUpload> upload =
                evaluator.evaluateUpload(bucket, key, row.get().orNextGeneration());
        upload.ifPresent(
                each ->
                        listener.accept(
                                new Item(
                                        bucket.name(),
                                        each.object(),
                                        key.name().substring(key.name().lastIndexOf('\0') + 1),
                                        ExpiryKind.UPLOAD,
                                        each.due())));
        return upload.isEmpty() ? Outcome.KEPT : Outcome.EXPIRED;
    }
}
