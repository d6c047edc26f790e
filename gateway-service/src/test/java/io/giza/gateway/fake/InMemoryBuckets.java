package io.giza.gateway.fake;

import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ClientOperation;
import io.giza.lock.BucketLock;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Encryption;
import io.giza.replica.Account;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Buckets in a map. */
public final class InMemoryBuckets implements BucketService {
    private final Map<String, Bucket> byName = new ConcurrentSkipListMap<>();
    private final Map<String, BucketLock> locks = new ConcurrentSkipListMap<>();
    private final AtomicInteger anonymousReads = new AtomicInteger();
    private final Predicate<String> isEmpty;

    /**
     * Makes the service.
     *
     * @param isEmpty tells whether a bucket holds no objects
     */
    public InMemoryBuckets(Predicate<String> isEmpty) {
        this.isEmpty = isEmpty;
    }

    /** Returns how often a bucket was looked for on behalf of nobody. */
    public int anonymousReads() {
        return anonymousReads.get();
    }

    @Override
    public CreateResult create(
            Account account, String name, ClientOperation operation, Optional<BucketLock> lock) {
        BucketId id = new BucketId(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)));
        Bucket made =
                new Bucket(
                        id,
                        name,
                        account.name(),
                        Instant.ofEpochSecond(1_700_000_000),
                        lock.isPresent() ? Versioning.ENABLED : Versioning.UNVERSIONED);
        Bucket before = byName.putIfAbsent(name, made);
        if (before == null) {
            lock.ifPresent(each -> locks.put(name, each));
            return new CreateResult.Created(made);
        }
        return before.account().equals(account.name())
                ? new CreateResult.AlreadyYours(before)
                : new CreateResult.TakenByOther();
    }

    @Override
    public FindResult find(Account account, String name) {
        Bucket bucket = byName.get(name);
        if (bucket == null) {
            return new FindResult.Absent();
        }
        return bucket.account().equals(account.name())
                ? new FindResult.Found(bucket)
                : new FindResult.Foreign();
    }

    @Override
    public FindResult find(String name) {
        anonymousReads.incrementAndGet();
        Bucket bucket = byName.get(name);
        return bucket == null ? new FindResult.Absent() : new FindResult.Found(bucket);
    }

    @Override
    public RemoveResult delete(Account account, String name, ClientOperation operation) {
        return switch (find(account, name)) {
            case FindResult.Absent() -> new RemoveResult.Absent();
            case FindResult.Foreign() -> new RemoveResult.Foreign();
            case Unavailable failure -> failure;
            case FindResult.Found found -> {
                if (!isEmpty.test(name)) {
                    yield new RemoveResult.NotEmpty();
                }
                byName.remove(name);
                locks.remove(name);
                yield new RemoveResult.Deleted();
            }
        };
    }

    @Override
    public BucketsResult list(Account account) {
        List<Bucket> mine =
                byName.values().stream().filter(b -> b.account().equals(account.name())).toList();
        return new BucketsResult.Buckets(mine);
    }

    @Override
    public VersioningResult setVersioning(
            Account account, String name, Versioning versioning, ClientOperation operation) {
        return switch (find(account, name)) {
            case FindResult.Absent() -> new VersioningResult.Absent();
            case FindResult.Foreign() -> new VersioningResult.Foreign();
            case Unavailable failure -> failure;
            case FindResult.Found _
                    when locks.containsKey(name) && versioning != Versioning.ENABLED ->
                    new VersioningResult.Conflict();
            case FindResult.Found(Bucket bucket) -> {
                Bucket changed =
                        new Bucket(
                                bucket.id(),
                                name,
                                account.name(),
                                bucket.created(),
                                versioning,
                                bucket.encryption());
                byName.put(name, changed);
                yield new VersioningResult.Changed(lock(name));
            }
        };
    }

    @Override
    public VersioningResult setLock(
            Account account, String name, BucketLock lock, ClientOperation operation) {
        VersioningResult found = lockOf(account, name);
        if (!(found instanceof VersioningResult.Changed)) {
            return found;
        }
        if (Objects.requireNonNull(byName.get(name)).versioning() != Versioning.ENABLED) {
            return new VersioningResult.Conflict();
        }
        locks.put(name, lock);
        return lockOf(account, name);
    }

    @Override
    public VersioningResult lockOf(Account account, String name) {
        return switch (find(account, name)) {
            case FindResult.Absent() -> new VersioningResult.Absent();
            case FindResult.Foreign() -> new VersioningResult.Foreign();
            case Unavailable failure -> failure;
            case FindResult.Found _ -> new VersioningResult.Changed(lock(name));
        };
    }

    Optional<BucketLock> lock(String name) {
        return Optional.ofNullable(locks.get(name));
    }

    @Override
    public EncryptionResult setEncryption(
            Account account,
            String name,
            Optional<Encryption.Default> encryption,
            ClientOperation operation) {
        return switch (find(account, name)) {
            case FindResult.Absent() -> new EncryptionResult.Absent();
            case FindResult.Foreign() -> new EncryptionResult.Foreign();
            case Unavailable failure -> failure;
            case FindResult.Found(Bucket bucket) -> {
                Bucket changed =
                        new Bucket(
                                bucket.id(),
                                name,
                                account.name(),
                                bucket.created(),
                                bucket.versioning(),
                                encryption);
                byName.put(name, changed);
                yield new EncryptionResult.Changed();
            }
        };
    }
}
