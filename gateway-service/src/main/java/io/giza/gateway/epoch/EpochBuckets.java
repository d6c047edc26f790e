package io.giza.gateway.epoch;

import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ClientOperation;
import io.giza.lock.BucketLock;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Encryption;
import io.giza.replica.Account;

import java.util.Optional;

/** Buckets in whichever epoch the gateway is. */
public final class EpochBuckets implements BucketService {
    private final EpochRetry epochs;

    public EpochBuckets(EpochRetry epochs) {
        this.epochs = epochs;
    }

    @Override
    public CreateResult create(
            Account account, String name, ClientOperation operation, Optional<BucketLock> lock) {
        return epochs.change(
                backend -> backend.buckets().create(account, name, operation, lock),
                backend -> backend.buckets().create(account, name, operation.continued(), lock),
                Unavailable.class::isInstance);
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
        return epochs.change(
                backend -> backend.buckets().delete(account, name, operation),
                backend -> backend.buckets().delete(account, name, operation.continued()),
                Unavailable.class::isInstance);
    }

    @Override
    public EncryptionResult setEncryption(
            Account account,
            String name,
            Optional<Encryption.Default> encryption,
            ClientOperation operation) {
        return epochs.change(
                backend -> backend.buckets().setEncryption(account, name, encryption, operation),
                backend ->
                        backend.buckets()
                                .setEncryption(account, name, encryption, operation.continued()),
                Unavailable.class::isInstance);
    }

    @Override
    public BucketsResult list(Account account) {
        return epochs.repeat(
                backend -> backend.buckets().list(account), Unavailable.class::isInstance);
    }

    @Override
    public VersioningResult setVersioning(
            Account account, String name, Versioning versioning, ClientOperation operation) {
        return epochs.change(
                backend -> backend.buckets().setVersioning(account, name, versioning, operation),
                backend ->
                        backend.buckets()
                                .setVersioning(account, name, versioning, operation.continued()),
                Unavailable.class::isInstance);
    }

    @Override
    public VersioningResult setLock(
            Account account, String name, BucketLock lock, ClientOperation operation) {
        return epochs.change(
                backend -> backend.buckets().setLock(account, name, lock, operation),
                backend -> backend.buckets().setLock(account, name, lock, operation.continued()),
                Unavailable.class::isInstance);
    }

    @Override
    public VersioningResult lockOf(Account account, String name) {
        return epochs.repeat(
                backend -> backend.buckets().lockOf(account, name), Unavailable.class::isInstance);
    }
}
