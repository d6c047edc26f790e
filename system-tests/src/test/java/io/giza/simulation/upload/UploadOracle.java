package io.giza.simulation.upload;

import io.giza.model.BucketId;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.record.ManifestCodec;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.cluster.VoteOracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** What the chosen records say about the answers that clients of uploads got. */
final class UploadOracle {
    private final VoteOracle votes;
    private final BucketId bucket;
    private final List<TrackedUpload> uploads = new ArrayList<>();
    private final Map<String, byte[]> plain = new HashMap<>();

    UploadOracle(VoteOracle votes, BucketId bucket) {
        this.votes = votes;
        this.bucket = bucket;
    }

    BucketId bucket() {
        return bucket;
    }

    void created(TrackedUpload upload) {
        uploads.add(upload);
    }

    List<TrackedUpload> all() {
        return List.copyOf(uploads);
    }

    /** Returns one of the newest uploads, if there is any. */
    Optional<TrackedUpload> any(RandomGenerator chance) {
        return uploads.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        uploads.get(
                                uploads.size() - 1 - chance.nextInt(Math.min(2, uploads.size()))));
    }

    /** Notes an object that is put at once. */
    void written(TextBody body) {
        plain.put(body.etag(), body.bytes());
    }

    /** Every object reads as its parts in a row. */
    void checkRead(Manifest manifest, byte[] bytes) {
        Optional<byte[]> expected =
                Optional.ofNullable(plain.get(manifest.etag()))
                        .or(
                                () ->
                                        uploads.stream()
                                                .flatMap(
                                                        each ->
                                                                each
                                                                        .object(manifest.etag())
                                                                        .stream())
                                                .findFirst());
        VoteOracle.check(expected.isPresent(), "read what nobody wrote: " + manifest.etag());
        VoteOracle.check(
                Arrays.equals(expected.orElseThrow(), bytes),
                "read other bytes than those of " + manifest.etag());
    }

    /** An upload is one version of its object at most, and that which was told; returns it. */
    List<VersionId> check(TrackedUpload upload) {
        ObjectKey key = new ObjectKey(bucket, upload.key());
        List<VersionId> versions = new ArrayList<>();
        for (long generation : votes.generations(key)) {
            List<VoteOracle.Chosen> log = votes.chosen(key, generation);
            for (int i = 0; i < log.size(); i++) {
                Value value = log.get(i).value();
                if (isOf(upload, value)) {
                    versions.add(new VersionId(generation, i + 1L, value.id()));
                }
            }
        }
        upload.judge(versions);
        return versions;
    }

    /** A completion is not refused for what it did itself. */
    void checkNotOwn(TrackedUpload upload) {
        VoteOracle.check(
                check(upload).isEmpty() || !upload.isCompletedByOneAlone(),
                () -> upload + " is refused though it was completed");
    }

    /** The object says of which upload it is, whatever the operation was called. */
    private static boolean isOf(TrackedUpload upload, Value value) {
        if (value.kind() != Value.Kind.PUT) {
            return false;
        }
        return switch (ManifestCodec.decode(value).data()) {
            case Manifest.Parts parts -> parts.upload().equals(upload.id());
            case Manifest.StoredParts parts -> parts.upload().equals(upload.id());
            case Manifest.Inline _, Manifest.Fragmented _ -> false;
        };
    }
}
