package io.giza.gateway.fake;

import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.GrantRequest;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.LockRequest;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.VersionListing;
import io.giza.gateway.service.WriteCondition;
import io.giza.lock.BucketLock;
import io.giza.lock.LockPermit;
import io.giza.lock.VersionLock;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Bytes;
import io.giza.model.Manifest;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Utf8Order;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.replica.Account;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** Objects in maps, and failures on demand. */
public final class InMemoryObjects implements ObjectService {
    private final CountDownLatch brokenRead = new CountDownLatch(1);
    private final ConcurrentHashMap<String, InMemoryVersions> buckets = new ConcurrentHashMap<>();
    private final InMemoryBuckets bucketService = new InMemoryBuckets(this::isEmpty);
    private final AtomicReference<Optional<Failure>> nextFailure =
            new AtomicReference<>(Optional.empty());
    private final AtomicReference<Optional<OpId>> lastOperation =
            new AtomicReference<>(Optional.empty());

    /** Returns the buckets that these objects live in. */
    public BucketService bucketService() {
        return bucketService;
    }

    /** Lets the next operation fail. */
    public void failNextWith(Failure failure) {
        nextFailure.set(Optional.of(failure));
    }

    /** Returns the identity of the last write. */
    public Optional<OpId> lastOperation() {
        return lastOperation.get();
    }

    /** Returns the keys that a bucket holds. */
    public List<String> keys(String bucket) {
        return List.copyOf(objects(bucket).keySet());
    }

    private boolean isEmpty(String bucket) {
        return versions(bucket).isEmpty();
    }

    private NavigableMap<String, Manifest> objects(String bucket) {
        return versions(bucket).objects();
    }

    private InMemoryVersions versions(String bucket) {
        return buckets.computeIfAbsent(bucket, _ -> new InMemoryVersions());
    }

    private Versioning versioning(Target target) {
        return bucketService.find(target.account(), target.bucket())
                        instanceof FindResult.Found(BucketService.Bucket bucket)
                ? bucket.versioning()
                : Versioning.UNVERSIONED;
    }

    private Optional<Failure> failure(Account account, String bucket) {
        Optional<Failure> demanded = nextFailure.getAndSet(Optional.empty());
        if (demanded.isPresent()) {
            return demanded;
        }
        return switch (bucketService.find(account, bucket)) {
            case FindResult.Found found -> Optional.empty();
            case FindResult.Absent() -> Optional.of(new Failure.NoSuchBucket(false));
            case FindResult.Foreign() -> Optional.of(new Failure.NoSuchBucket(true));
            case BucketService.Unavailable(String detail, boolean unknown) ->
                    Optional.of(new Failure.Unavailable(detail));
        };
    }

    private Optional<Failure> unmet(Target target, WriteCondition condition) {
        return unmet(Optional.ofNullable(objects(target.bucket()).get(target.key())), condition);
    }

    private Optional<Failure> unmet(DeleteRequest request) {
        Target target = request.target();
        VersionName name = request.version();
        return name == null
                ? unmet(target, request.condition())
                : unmet(
                        versions(target.bucket())
                                .named(target.key(), name)
                                .flatMap(InMemoryVersions.Stored::manifest),
                        request.condition());
    }

    private static Optional<Failure> unmet(Optional<Manifest> present, WriteCondition condition) {
        if (present.isEmpty()) {
            return condition.needsObject()
                    ? Optional.of(new Failure.NoSuchKey())
                    : Optional.empty();
        }
        return condition.holdsOf(present.get())
                ? Optional.empty()
                : Optional.of(new Failure.PreconditionFailed());
    }

    @Override
    public PutResult put(PutRequest request, ObjectBody body) throws IOException {
        Target target = request.target();
        lastOperation.set(Optional.of(target.op()));
        Optional<Failure> failure = failure(target.account(), target.bucket());
        if (failure.isPresent()) {
            return failure.get();
        }
        byte[] content = new byte[Math.toIntExact(body.length())];
        int at = 0;
        for (int n = body.read(content, at, content.length - at);
                n > 0;
                n = body.read(content, at, content.length - at)) {
            at += n;
        }
        body.digest(content, 0, at);
        ObjectBody.Digests digests = body.finish();
        Optional<Failure> unmet = unmet(target, request.condition());
        if (unmet.isPresent()) {
            return unmet.get();
        }
        Manifest manifest =
                new Manifest(
                        new Manifest.Inline(Bytes.copyOf(content)),
                        content.length,
                        digests.md5Hex(),
                        digests.checksums(),
                        request.headers(),
                        request.userMetadata(),
                        request.tags(),
                        InMemoryVersions.TIME,
                        request.lock(),
                        Optional.empty(),
                        request.acl());
        Optional<BucketLock> lock = bucketService.lock(target.bucket());
        if (lock.isEmpty() && !request.lock().equals(VersionLock.NONE)) {
            return new Failure.NoBucketLock();
        }
        manifest =
                manifest.withLock(
                        request.lock()
                                .orDefault(
                                        lock.flatMap(BucketLock::defaultRetention),
                                        InMemoryVersions.TIME));
        Versioning versioning = versioning(target);
        VersionName name = versions(target.bucket()).put(target.key(), manifest, versioning);
        return new PutResult.Stored(
                manifest,
                new VersionId(0, 2, new PutId(target.op().value())),
                versioning.hasVersionIds() ? Optional.of(name) : Optional.empty(),
                target.op(),
                false);
    }

    @Override
    public GetResult get(GetRequest request) {
        Target target = request.target();
        Optional<Failure> failure = failure(target.account(), target.bucket());
        if (failure.isPresent()) {
            return failure.get();
        }
        VersionName name = request.version();
        Optional<InMemoryVersions.Stored> found =
                name == null
                        ? versions(target.bucket()).newest(target.key())
                        : versions(target.bucket()).named(target.key(), name);
        if (found.isEmpty()) {
            return new GetResult.Absent(Optional.empty());
        }
        Optional<VersionName> reportedName =
                versioning(target).hasVersionIds()
                        ? Optional.of(found.get().name())
                        : Optional.empty();
        Optional<Manifest> manifest = found.get().manifest();
        if (manifest.isEmpty()) {
            return name == null ? new GetResult.Absent(reportedName) : new GetResult.Marker();
        }
        if (!request.admission().admits(manifest.get().acl())) {
            return new Failure.AccessDenied();
        }
        InMemoryObject object = new InMemoryObject(manifest.get(), reportedName, brokenRead);
        return request.wantsBody() && object.breaks().equals("lost")
                ? new Failure.DataLost("too few fragments")
                : new GetResult.Found(object);
    }

    @Override
    public DeleteResult delete(DeleteRequest request) {
        Target target = request.target();
        lastOperation.set(Optional.of(target.op()));
        Optional<Failure> failure =
                failure(target.account(), target.bucket()).or(() -> unmet(request));
        if (failure.isPresent()) {
            return failure.get();
        }
        VersionName name = request.version();
        return name == null
                ? versions(target.bucket()).delete(target.key(), versioning(target), target.op())
                : isLocked(target, name, request.bypassesGovernance())
                        ? new Failure.ObjectLocked()
                        : versions(target.bucket())
                                .delete(target.key(), name, versioning(target), target.op());
    }

    @Override
    public TagResult tag(TagRequest request) {
        Target target = request.target();
        lastOperation.set(Optional.of(target.op()));
        Optional<Failure> failure = failure(target.account(), target.bucket());
        if (failure.isPresent()) {
            return failure.get();
        }
        return versions(target.bucket()).tag(target.key(), request, versioning(target));
    }

    @Override
    public TagResult grant(GrantRequest request) {
        Target target = request.target();
        lastOperation.set(Optional.of(target.op()));
        Optional<Failure> failure = failure(target.account(), target.bucket());
        if (failure.isPresent()) {
            return failure.get();
        }
        return versions(target.bucket()).grant(target.key(), request, versioning(target));
    }

    private boolean isLocked(Target target, VersionName name, boolean bypassesGovernance) {
        return versions(target.bucket())
                .isLocked(target.key(), name, new LockPermit(bypassesGovernance, Instant.now()));
    }

    @Override
    public TagResult lock(LockRequest request) {
        Target target = request.target();
        lastOperation.set(Optional.of(target.op()));
        Optional<Failure> failure = failure(target.account(), target.bucket());
        if (failure.isPresent()) {
            return failure.get();
        }
        if (bucketService.lock(target.bucket()).isEmpty()) {
            return new Failure.NoBucketLock();
        }
        return versions(target.bucket())
                .lock(
                        target.key(),
                        request,
                        versioning(target),
                        new LockPermit(request.bypassesGovernance(), Instant.now()));
    }

    @Override
    public VersionListing.Result listVersions(VersionListing.Request request) {
        return failure(request.account(), request.bucket())
                .<VersionListing.Result>map(VersionListing.Failed::new)
                .orElseGet(() -> versions(request.bucket()).list(request));
    }

    @Override
    public ListResult list(ListRequest request) {
        Optional<Failure> failure = failure(request.account(), request.bucket());
        if (failure.isPresent()) {
            return failure.get();
        }
        List<ListResult.Entry> entries = new ArrayList<>();
        TreeSet<String> groups = new TreeSet<>(Utf8Order.COMPARATOR);
        String last = "";
        for (var object : objects(request.bucket()).entrySet()) {
            String item = itemOf(object.getKey(), request.prefix(), request.delimiter());
            if (!object.getKey().startsWith(request.prefix())
                    || Utf8Order.compare(item, request.after()) <= 0
                    || groups.contains(item)) {
                continue;
            }
            if (entries.size() + groups.size() == request.limit()) {
                return new ListResult.Page(entries, List.copyOf(groups), Optional.of(last));
            }
            if (item.equals(object.getKey())) {
                entries.add(new ListResult.Entry(item, object.getValue()));
            } else {
                groups.add(item);
            }
            last = item;
        }
        return new ListResult.Page(entries, List.copyOf(groups), Optional.empty());
    }

    /** Returns the common prefix that a key is grouped under, or the key. */
    static String itemOf(String key, String prefix, String delimiter) {
        if (delimiter.isEmpty() || !key.startsWith(prefix)) {
            return key;
        }
        int at = key.indexOf(delimiter, prefix.length());
        return at < 0 ? key : key.substring(0, at + delimiter.length());
    }

    /** Waits until an object could not be written to its reader. */
    public void awaitBrokenRead() throws InterruptedException {
        brokenRead.await();
    }
}
