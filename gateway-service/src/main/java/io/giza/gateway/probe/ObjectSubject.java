package io.giza.gateway.probe;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.OpenObject;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.upload.ArrayBody;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.VersionName;
import io.giza.replica.Account;
import io.giza.stripe.read.ByteTarget;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/** An object of a bucket, under a key that nobody else has. */
final class ObjectSubject implements ProbeSubject {
    /** More than ever travels in metadata, so that fragments are written and read. */
    private static final int BYTES = 64 << 10;

    private final ObjectService objects;
    private final Surroundings surroundings;
    private final Account account;
    private final Bucket bucket;
    private final String key;
    private final byte[] content;
    private boolean isStored;
    private boolean isUnknown;
    private @Nullable VersionName version;

    ObjectSubject(
            ObjectService objects,
            Surroundings surroundings,
            Account account,
            Bucket bucket,
            String key) {
        this.objects = objects;
        this.surroundings = surroundings;
        this.account = account;
        this.bucket = bucket;
        this.key = key;
        this.content = new byte[BYTES];
        surroundings.random().nextBytes(content);
    }

    @Override
    public String name() {
        return bucket.name() + "/" + key;
    }

    @Override
    public int size() {
        return content.length;
    }

    private Target target() {
        return new Target(account, bucket.name(), key, ClientOperation.once(surroundings.random()));
    }

    @Override
    public String write() {
        PutRequest request =
                new PutRequest(target(), new WriteCondition.None(), Map.of(), Map.of());
        try {
            return switch (objects.put(request, new ArrayBody(content))) {
                case PutResult.Stored stored -> {
                    isStored = true;
                    version = stored.version().orElse(null);
                    yield "";
                }
                case Failure failure -> {
                    isUnknown = failure instanceof Failure.OutcomeUnknown;
                    yield sentence(failure);
                }
            };
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory are always read", e);
        }
    }

    @Override
    public String read() {
        return switch (objects.get(new GetRequest(target(), version, true))) {
            case GetResult.Found found -> compare(found.object());
            case GetResult.Absent _, GetResult.Marker _ -> "what was just written is not there";
            case Failure failure -> sentence(failure);
        };
    }

    private String compare(OpenObject object) {
        ByteArrayOutputStream read = new ByteArrayOutputStream(content.length);
        try (object) {
            object.writeTo(ByteTarget.of(read), 0, object.manifest().size());
        } catch (IOException e) {
            return "its bytes cannot be read: " + e.getMessage();
        }
        return Arrays.equals(read.toByteArray(), content)
                ? ""
                : "other bytes were read than were written";
    }

    @Override
    public boolean mayBeThere() {
        return isStored || isUnknown;
    }

    /** Of a version whose name nobody knows, nothing but a delete marker would come. */
    @Override
    public String remove() {
        if (!isStored && bucket.versioning() != Versioning.UNVERSIONED) {
            return "nobody knows whether it was written, nor as which version";
        }
        DeleteRequest request =
                version == null
                        ? new DeleteRequest(target(), new WriteCondition.None())
                        : DeleteRequest.of(target(), version);
        return switch (objects.delete(request)) {
            case DeleteResult.Done _ ->
                    isStored ? "" : "it was deleted, but may be written yet by what had no answer";
            case Failure failure -> sentence(failure);
        };
    }

    private static String sentence(Failure failure) {
        return switch (failure) {
            case Failure.NoSuchBucket _ -> "the bucket is gone";
            case Failure.BucketReplaced _ -> "the bucket was deleted and created again meanwhile";
            case Failure.NoSuchKey _, Failure.NoSuchUpload _ -> "there is no such object";
            case Failure.AccessDenied _ -> "access to it is denied";
            case Failure.ObjectLocked _, Failure.NoBucketLock _ -> "its version is locked";
            case Failure.PreconditionFailed _, Failure.ConditionUndecided _ ->
                    "a condition was not met that nobody set";
            case Failure.QuotaExceeded(boolean ofAccount) ->
                    "the quota of the " + (ofAccount ? "account" : "bucket") + " is used up";
            case Failure.KeyRefused(var _, String detail) -> detail;
            case Failure.Busy(String detail) -> detail;
            case Failure.Unavailable(String detail) -> detail;
            case Failure.DataLost(String detail) -> detail;
            case Failure.OutcomeUnknown(String detail) -> "it may have happened or not: " + detail;
        };
    }
}
