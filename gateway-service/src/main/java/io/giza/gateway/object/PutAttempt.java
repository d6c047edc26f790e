package io.giza.gateway.object;

import io.giza.concurrent.Moment;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.scope.PutScope;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.PutRequest;
import io.giza.gateway.version.EarlierAttempts;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.Account;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * One attempt at a put.
 *
 * @param request what is asked for
 * @param scope the bucket or upload that it is put into
 * @param key the row that is put into
 * @param id the identity of the attempt, fresh
 * @param start the key's row as it was seen before anything was written, and with it the fence
 * @param begun when that was
 */
record PutAttempt(
        PutRequest request, PutScope scope, ObjectKey key, PutId id, Row start, Moment begun) {
    Account account() {
        return request.target().account();
    }

    /** Returns what is to be said of the object. */
    Manifest manifest(
            Manifest.DataLocation location,
            long length,
            ObjectBody.Digests digests,
            Instant created) {
        return new Manifest(
                location,
                length,
                digests.md5Hex(),
                digests.checksums(),
                request.headers(),
                request.userMetadata(),
                request.tags(),
                created.truncatedTo(ChronoUnit.MILLIS),
                request.lock());
    }

    /**
     * Returns the record that is offered to the row.
     *
     * @param versioning what the bucket does about versions
     */
    Value record(Manifest manifest, Cluster cluster, Versioning versioning) {
        return cluster.record(id, start, versioning, request.target().op(), manifest);
    }

    /** Returns where earlier attempts of the same put are found. */
    EarlierAttempts earlier(Cluster cluster, Manifest manifest) {
        return new EarlierAttempts(
                cluster,
                key,
                request.target().operation(),
                start,
                begun,
                entry -> isSame(entry, manifest));
    }

    /** Tells whether a version says the same of the same content. */
    private static boolean isSame(Entry entry, Manifest manifest) {
        if (entry.value().kind() != Value.Kind.PUT) {
            return false;
        }
        Manifest earlier = ManifestCodec.decode(entry.value());
        return earlier.size() == manifest.size()
                && earlier.etag().equals(manifest.etag())
                && earlier.checksums().equals(manifest.checksums())
                && earlier.headers().equals(manifest.headers())
                && earlier.userMetadata().equals(manifest.userMetadata())
                && earlier.tags().equals(manifest.tags());
    }
}
