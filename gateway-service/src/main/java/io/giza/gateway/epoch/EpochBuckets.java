package io.giza.gateway.epoch;

import io.giza.gateway.epoch.EpochRetry.Verdict;
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

    private <T> T change(
            ClientOperation operation, BiFunction<BucketService, ClientOperation, T> change) {
        return epochs.change(
                backend -> change.apply(backend.buckets(), operation),
                backend -> change.apply(backend.buckets(), operation.continued()),
                EpochBuckets::verdict);
    }

    private static Verdict verdict(Object result) {
        return result instanceof Unavailable(_, boolean outcomeUnknown)
                ? outcomeUnknown ? Verdict.UNKNOWN : Verdict.NOT_DONE
                : Verdict.DECIDED;
    }
}
