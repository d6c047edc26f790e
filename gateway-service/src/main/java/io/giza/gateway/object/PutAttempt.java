package io.giza.gateway.object;

import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.encryption.ObjectKeys;
import io.giza.gateway.encryption.OpaqueTag;
import io.giza.gateway.scope.PutScope;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.version.EarlierAttempts;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Bytes;
import io.giza.model.Encryption;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.Account;
import io.giza.version.CreationTime;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * One attempt at a put.
 *
 * @param request what is asked for
 * @param scope the bucket or upload that it is put into
 * @param key the row that is put into
 * @param id the identity of the attempt, fresh
 * @param start the key's row as it was seen before anything was written, and with it the fence
 * @param protection the key that its bytes are encrypted with, if they are
 */
record PutAttempt(
        PutRequest request,
        PutScope scope,
        ObjectKey key,
        PutId id,
        Row start,
        Optional<ObjectKeys.Available> protection) {
    Account account() {
        return request.target().account();
    }

    /** Returns a body as it is stored. */
    ObjectBody stored(ObjectBody body) {
        return protection
                .<ObjectBody>map(each -> new EncryptedBody(body, each.key().stream(key, id)))
                .orElse(body);
    }

    /** Returns bytes as they are stored. */
    Bytes stored(Bytes bytes) {
        return protection.map(each -> each.key().stream(key, id).encrypt(bytes)).orElse(bytes);
    }

    /** Tells why the bytes must not be stored as they are encrypted, or not; empty if they may. */
    Optional<Failure> encryptionRefusal(Deadline deadline) {
        return request.encryption() instanceof EncryptionRequest.ByBucket
                ? scope.defaultEncryptionRefusal(deadline)
                : Optional.empty();
    }

    /**
     * Returns the ETag. It is the MD5 of the bytes where S3 has it so; of what is encrypted with a
     * client's or a named key it is another, the same for each attempt of one operation.
     */
    private String etag(String md5Hex) {
        boolean isMd5 =
                protection
                        .map(each -> each.encryption().kind() == Encryption.Kind.MANAGED)
                        .orElse(true);
        return isMd5 ? md5Hex : OpaqueTag.of(md5Hex, request.target().op());
    }

    /** Returns what is to be said of the object. */
    Manifest manifest(
            Manifest.DataLocation location, long length, ObjectBody.Digests digests, Instant now) {
        return new Manifest(
                location,
                length,
                etag(digests.md5Hex()),
                digests.checksums(),
                request.headers(),
                request.userMetadata(),
                request.tags(),
                CreationTime.after(start, now.truncatedTo(ChronoUnit.MILLIS)),
                request.lock(),
                protection.map(ObjectKeys.Available::encryption),
                request.acl());
    }

    /**
     * Returns the record that is offered to the row.
     *
     * @param versioning what the bucket does about versions
     */
    Value record(Manifest manifest, Cluster cluster, Versioning versioning) {
        Mode mode = isBlind(cluster, versioning) ? Mode.BLIND : versioning.modeOfPut();
        return cluster.record(id, start, mode, request.target().op(), manifest);
    }

    /** Tells whether what it overwrites makes no difference to anybody. */
    private boolean isBlind(Cluster cluster, Versioning versioning) {
        return versioning.modeOfPut().isNull()
                && request.condition() instanceof WriteCondition.None
                && scope.holdsObjects()
                && cluster.isOperated().getAsBoolean();
    }

    /** Returns where earlier attempts of the same put are found. */
    EarlierAttempts earlier(Cluster cluster, Manifest manifest) {
        return new EarlierAttempts(
                cluster,
                key,
                request.target().operation(),
                start,
                entry -> isSame(entry, manifest));
    }

    /** Tells whether a version says the same of the same content, or is the same copy. */
    private boolean isSame(Entry entry, Manifest manifest) {
        boolean isPut = entry.value().kind() == Value.Kind.PUT;
        if (!isPut || request.isCopy()) {
            return isPut;
        }
        Manifest earlier = ManifestCodec.decode(entry.value());
        return earlier.size() == manifest.size()
                && earlier.etag().equals(manifest.etag())
                && earlier.checksums().equals(manifest.checksums())
                && earlier.headers().equals(manifest.headers())
                && earlier.userMetadata().equals(manifest.userMetadata())
                && earlier.tags().equals(manifest.tags())
                && earlier.acl().equals(manifest.acl())
                && isSame(earlier.encryption(), manifest.encryption());
    }

    /** Of the same kind; the data key is another one each time. */
    private static boolean isSame(Optional<Encryption> earlier, Optional<Encryption> now) {
        return earlier.map(Encryption::kind).equals(now.map(Encryption::kind))
                && earlier.map(Encryption::keyId).equals(now.map(Encryption::keyId));
    }
}
