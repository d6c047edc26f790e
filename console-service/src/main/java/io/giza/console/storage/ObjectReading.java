package io.giza.console.storage;

import io.giza.console.cluster.Credentials;
import io.giza.console.view.ObjectPage;

import org.jspecify.annotations.Nullable;

import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Tag;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What S3 says of an object. */
public final class ObjectReading {
    private static final int PREVIEW = 64 << 10;
    private static final int VERSIONS = 1000;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final Duration IMAGE = Duration.ofMinutes(15);

    private final S3Access access;
    private final Links links;

    /** Reads. */
    public ObjectReading(S3Access access, Links links) {
        this.access = access;
        this.links = links;
    }

    /** Returns a version; empty if the object is deleted. */
    public Optional<HeadObjectResponse> head(Credentials who, Links.Target target) {
        try {
            return Optional.of(
                    access.as(who)
                            .headObject(
                                    head ->
                                            head.bucket(target.bucket())
                                                    .key(target.key())
                                                    .versionId(target.version())
                                                    .checksumMode(ChecksumMode.ENABLED)));
        } catch (S3Exception e) {
            if (e.statusCode() == NOT_FOUND || e.statusCode() == NOT_ALLOWED) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Returns what there is to say of a version, by name. */
    public static Map<String, String> facts(HeadObjectResponse head) {
        Map<String, String> facts = new LinkedHashMap<>();
        put(facts, "Type", head.contentType());
        put(facts, "ETag", head.eTag());
        put(facts, "Version", head.versionId());
        put(facts, "CRC-32", head.checksumCRC32());
        put(facts, "CRC-32C", head.checksumCRC32C());
        put(facts, "CRC-64/NVME", head.checksumCRC64NVME());
        put(facts, "SHA-1", head.checksumSHA1());
        put(facts, "SHA-256", head.checksumSHA256());
        put(facts, "Encryption", head.serverSideEncryptionAsString());
        put(facts, "Kept by lock until", head.objectLockRetainUntilDate());
        put(facts, "Legal hold", head.objectLockLegalHoldStatusAsString());
        put(facts, "Expires", head.expiration());
        put(facts, "Cache-Control", head.cacheControl());
        put(facts, "Content-Encoding", head.contentEncoding());
        put(facts, "Content-Disposition", head.contentDisposition());
        head.metadata().forEach((name, value) -> put(facts, "x-amz-meta-" + name, value));
        return facts;
    }

    private static void put(Map<String, String> facts, String name, @Nullable Object value) {
        if (value != null && !value.toString().isEmpty()) {
            facts.put(name, value.toString());
        }
    }

    /** Returns the versions of an object, newest first. */
    public List<ObjectPage.Version> versions(Credentials who, Links.Target target) {
        ListObjectVersionsResponse found =
                access.as(who)
                        .listObjectVersions(
                                list ->
                                        list.bucket(target.bucket())
                                                .prefix(target.key())
                                                .maxKeys(VERSIONS));
        List<ObjectPage.Version> all = new ArrayList<>();
        found.versions().stream()
                .filter(each -> each.key().equals(target.key()))
                .map(
                        each ->
                                new ObjectPage.Version(
                                        each.versionId(),
                                        each.lastModified().toString(),
                                        each.size(),
                                        each.isLatest(),
                                        false))
                .forEach(all::add);
        found.deleteMarkers().stream()
                .filter(each -> each.key().equals(target.key()))
                .map(
                        each ->
                                new ObjectPage.Version(
                                        each.versionId(),
                                        each.lastModified().toString(),
                                        null,
                                        each.isLatest(),
                                        true))
                .forEach(all::add);
        all.sort(
                Comparator.comparing(ObjectPage.Version::isNewest)
                        .thenComparing(ObjectPage.Version::modified)
                        .reversed());
        return all;
    }

    /** Returns the tags of a version. */
    public Map<String, String> tags(Credentials who, Links.Target target) {
        Map<String, String> tags = new LinkedHashMap<>();
        for (Tag tag :
                access.as(who)
                        .getObjectTagging(
                                get ->
                                        get.bucket(target.bucket())
                                                .key(target.key())
                                                .versionId(target.version()))
                        .tagSet()) {
            tags.put(tag.key(), tag.value());
        }
        return tags;
    }

    /** Returns the beginning of a text, or where an image is to be had. */
    public ObjectPage.Preview preview(Credentials who, Links.Target target, HeadObjectResponse of) {
        String type = String.valueOf(of.contentType()).toLowerCase(Locale.ROOT);
        if (of.contentLength() == 0) {
            return ObjectPage.Preview.NONE;
        }
        if (type.matches("image/(png|jpeg|gif|webp|avif)")) {
            return new ObjectPage.Preview("", links.download(who, target, IMAGE), false);
        }
        boolean isText =
                type.startsWith("text/")
                        || type.matches("application/(json|xml|yaml|javascript).*");
        if (!isText) {
            return ObjectPage.Preview.NONE;
        }
        S3Client s3 = access.as(who);
        ResponseBytes<GetObjectResponse> bytes =
                s3.getObjectAsBytes(
                        get ->
                                get.bucket(target.bucket())
                                        .key(target.key())
                                        .versionId(target.version())
                                        .range("bytes=0-" + (PREVIEW - 1)));
        return new ObjectPage.Preview(
                new String(bytes.asByteArrayUnsafe(), StandardCharsets.UTF_8),
                "",
                of.contentLength() > PREVIEW);
    }
}
