package io.giza.gc.sweep;

import io.giza.gc.plan.ExpiryPlan.What;
import io.giza.lifecycle.LifecycleSchedule.Due;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.version.VersionAccess;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Tells what would expire, as a quorum knows it now, and ends nothing. */
public final class ExpiryPreview implements LifecycleHand {
    private final VersionAccess access;
    private final ExpiryView view;
    private final Consumer<Item> listener;

    /**
     * Wires it.
     *
     * @param listener hears of each thing that would be ended
     */
    public ExpiryPreview(VersionAccess access, Consumer<Item> listener) {
        this.access = access;
        this.view = new ExpiryView(access);
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
    public record Item(String bucket, String key, String version, What what, Due due) {}

    @Override
    public Outcome object(Subject subject, ObjectKey key, BooleanSupplier goesOn) {
        Optional<ExpiryView.Judged> judged = view.object(subject, key);
        if (judged.isEmpty() || judged.get().plan().waits()) {
            return Outcome.PENDING;
        }
        judged.get()
                .plan()
                .expiries()
                .forEach(
                        each ->
                                listener.accept(
                                        new Item(
                                                subject.name(),
                                                key.name(),
                                                each.version().toString(),
                                                each.what(),
                                                each.due())));
        return judged.get().plan().expiries().isEmpty() ? Outcome.KEPT : Outcome.EXPIRED;
    }

    @Override
    public Outcome upload(Subject subject, ObjectKey key) {
        Optional<Row> row = access.latest(key);
        if (row.isEmpty()) {
            return Outcome.PENDING;
        }
        Optional<ExpiryView.Upload> upload =
                view.upload(subject, key, row.get().orNextGeneration());
        upload.ifPresent(
                each ->
                        listener.accept(
                                new Item(
                                        subject.name(),
                                        each.object(),
                                        key.name().substring(key.name().lastIndexOf('\0') + 1),
                                        What.UPLOAD,
                                        each.due())));
        return upload.isEmpty() ? Outcome.KEPT : Outcome.EXPIRED;
    }
}
