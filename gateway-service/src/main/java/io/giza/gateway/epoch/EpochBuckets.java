package io.giza.gateway.epoch;

import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ClientOperation;
import io.giza.lock.BucketLock;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Encryption;
import io.giza.replica.Account;

import java.util.Optional;
import java.util.function.BiFunction;

/** Buckets in whichever epoch the gateway is. */
public final class EpochBuckets implements BucketService {
    private final EpochRetry epochs;

    public EpochBuckets(EpochRetry epochs) {
        this.epochs = epochs;
    }

    @Override
    public CreateResult create(
            Account account, String name, ClientOperation operation, Optional<BucketLock> lock) {
        return change(operation, (buckets, each) -> buckets.create(account, name, each, lock));
    }

    @Override
    public FindResult find(Account account, String name) {
        return epochs.repeat(
                backend -> backend.buckets().find(account, name), Unavailable.class::isInstance);
    }

    @Override
    public FindResult find(String name) {
        return epochs.repeat(
                backend -> backend.buckets().find(name), Unavailable.class::isInstance);
    }

    @Override
    public RemoveResult delete(Account account, String name, ClientOperation operation) {
        return change(operation, (buckets, each) -> buckets.delete(account, name, each));
    }

    @Override
    public EncryptionResult setEncryption(
            Account account,
            String name,
            Optional<Encryption.Default> encryption,
            ClientOperation operation) {
        return change(
                operation,
                (buckets, each) -> buckets.setEncryption(account, name, encryption, each));
    }

    @Override
    public BucketsResult list(Account account) {
        return epochs.repeat(
                backend -> backend.buckets().list(account), Unavailable.class::isInstance);
    }

    @Override
    public VersioningResult setVersioning(
            Account account, String name, Versioning versioning, ClientOperation operation) {
        return change(
                operation,
                (buckets, each) -> buckets.setVersioning(account, name, versioning, each));
    }

    @Override
    public VersioningResult setLock(
            Account account, String name, BucketLock lock, ClientOperation operation) {
        return change(operation, (buckets, each) -> buckets.setLock(account, name, lock, each));
    }

    @Override
    public VersioningResult lockOf(Account account, String name) {
        return epochs.repeat(
                backend -> backend.buckets().lockOf(account, name), Unavailable.class::isInstance);
    }

    /**
     * Changes a bucket. In the next epoch, an attempt with an unknown outcome is continued, and its
     * outcome stays unknown if that fails. An attempt without effect is repeated as it was.
     */
    private <T> T change(
            ClientOperation operation, BiFunction<BucketService, ClientOperation, T> change) {
        return epochs.change(
                backend -> change.apply(backend.buckets(), operation),
                (backend, first) -> {
                    if (!isUnknown(first)) {
                        return change.apply(backend.buckets(), operation);
                    }
                    T second = change.apply(backend.buckets(), operation.continued());
                    return second instanceof Unavailable ? first : second;
                },
                Unavailable.class::isInstance);
    }

    private static boolean isUnknown(Object result) {
        return result instanceof Unavailable(_, boolean outcomeUnknown) && outcomeUnknown;
    }
}
