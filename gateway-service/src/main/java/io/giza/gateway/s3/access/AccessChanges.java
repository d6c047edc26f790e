package io.giza.gateway.s3.access;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.model.Value;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads and changes the documents that say who may do what in a bucket.
 *
 * @param buckets whose they are
 * @param rows where they are kept
 * @param lookup is told of changes, so that this gateway goes by them at once
 * @param refusal says why a document cannot be set now, since some gateways would not obey it;
 *     empty if all would
 */
public record AccessChanges(
        Buckets buckets, SystemRows rows, AccessLookup lookup, Supplier<Optional<String>> refusal) {
    Optional<Value> read(Call call, ObjectKey document) {
        return switch (rows.read(document)) {
            case SystemRows.Held(Optional<Value> record) -> record;
            case SystemRows.Unavailable failure -> throw Failures.toError(failure, call.resource());
        };
    }

    /**
     * Sets a document.
     *
     * @throws S3Exception NotImplemented while a gateway of the release before may run
     */
    void set(Call call, Bucket bucket, ObjectKey document, byte[] content) {
        requireObeyed();
        change(call, bucket, document, Change.to(AccessDocuments.FORMAT, Bytes.copyOf(content)));
    }

    /**
     * Lets documents be set.
     *
     * @throws S3Exception NotImplemented while a gateway of the release before may run
     */
    void requireObeyed() {
        refusal.get()
                .ifPresent(
                        sentence -> {
                            throw new S3Exception(S3Error.NOT_IMPLEMENTED, sentence);
                        });
    }

    /** Tells whether all gateways obey documents, as {@link #requireObeyed} demands. */
    boolean areObeyed() {
        return refusal.get().isEmpty();
    }

    /** Removes a document; one that is not there, too. */
    void remove(Call call, Bucket bucket, ObjectKey document) {
        change(call, bucket, document, Change.removal());
    }

    private void change(Call call, Bucket bucket, ObjectKey document, Change change) {
        change(call, document, change, () -> lookup.invalidate(bucket.name()));
    }

    /**
     * Changes what is said of all buckets of the caller's account.
     *
     * @throws S3Exception NotImplemented if it is set while a gateway of the release before may run
     */
    void changeOfAccount(Call call, ObjectKey document, Optional<byte[]> content) {
        content.ifPresent(_ -> requireObeyed());
        change(
                call,
                document,
                content.map(each -> Change.to(AccessDocuments.FORMAT, Bytes.copyOf(each)))
                        .orElseGet(Change::removal),
                () -> lookup.invalidateOf(call.caller().account().name()));
    }

    private void change(Call call, ObjectKey document, Change change, Runnable changed) {
        var result = rows.change(document, call.operation(), change);
        changed.run();
        if (result instanceof SystemRows.Unavailable failure) {
            throw Failures.toError(failure, call.resource());
        }
    }
}
