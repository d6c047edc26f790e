package io.giza.console.storage;

import io.giza.console.cluster.Credentials;

import org.jspecify.annotations.Nullable;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompletedPart;

import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Uploads whose bytes browsers send to S3 by themselves. */
public final class Transfers {
    private static final long PART = 16L << 20;
    private static final long MOST_PARTS = 10_000;

    private final S3Access access;

    /** Makes uploads. */
    public Transfers(S3Access access) {
        this.access = access;
    }

    /**
     * How an object is to be uploaded.
     *
     * @param uploadId null where it is put as a whole
     * @param partSize bytes of each part but the last
     */
    public record Begun(@Nullable String uploadId, long partSize) {}

    /**
     * A part that S3 has.
     *
     * @param number from 1 on
     * @param sha256 of its bytes, in base 64
     */
    public record Part(int number, String etag, long size, String sha256) {}

    /** Begins an upload in parts, unless one put will do. */
    public Begun begin(Credentials who, Links.Target target, String type, long size) {
        if (size < PART) {
            return new Begun(null, PART);
        }
        String id =
                access.as(who)
                        .createMultipartUpload(
                                create ->
                                        create.bucket(target.bucket())
                                                .key(target.key())
                                                .contentType(type)
                                                .checksumAlgorithm(ChecksumAlgorithm.SHA256))
                        .uploadId();
        return new Begun(id, partSize(size));
    }

    static long partSize(long size) {
        long size16 = PART;
        while ((size + size16 - 1) / size16 > MOST_PARTS) {
            size16 *= 2;
        }
        return size16;
    }

    /** Returns the parts that an upload has. */
    public List<Part> parts(Credentials who, Links.Target target, String uploadId) {
        return access
                .as(who)
                .listPartsPaginator(
                        list -> list.bucket(target.bucket()).key(target.key()).uploadId(uploadId))
                .parts()
                .stream()
                .map(
                        each ->
                                new Part(
                                        each.partNumber(),
                                        each.eTag(),
                                        each.size(),
                                        String.valueOf(each.checksumSHA256())))
                .toList();
    }

    /** Makes the object of its parts. */
    public void complete(Credentials who, Links.Target target, String id, List<Part> parts) {
        List<CompletedPart> all =
                parts.stream()
                        .map(
                                each ->
                                        CompletedPart.builder()
                                                .partNumber(each.number)
                                                .eTag(each.etag)
                                                .checksumSHA256(each.sha256)
                                                .build())
                        .toList();
        access.as(who)
                .completeMultipartUpload(
                        complete ->
                                complete.bucket(target.bucket())
                                        .key(target.key())
                                        .uploadId(id)
                                        .multipartUpload(each -> each.parts(all)));
    }

    /** Gives an upload up, with what it has. */
    public void abort(Credentials who, Links.Target target, String uploadId) {
        access.as(who)
                .abortMultipartUpload(
                        abort ->
                                abort.bucket(target.bucket()).key(target.key()).uploadId(uploadId));
    }

    /** What of which upload is sent through the console. */
    public record Relay(Links.Target target, @Nullable String uploadId) {
        /** Reads bucket, key and upload, percent-encoded and apart by spaces. */
        public static Relay parse(String text) {
            String[] words = text.split(" ", -1);
            String key = words.length > 1 ? decode(words[1]) : "";
            return new Relay(
                    new Links.Target(decode(words[0]), key, null),
                    words.length > 2 && !words[2].isEmpty() ? decode(words[2]) : null);
        }

        private static String decode(String text) {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        }
    }

    /** Bytes on their way. */
    public record Body(InputStream bytes, long length, String type) {}

    /** Sends bytes on as they come, and returns their ETag. */
    public String relay(Credentials who, Relay relay, Links.Slice slice, Body body) {
        RequestBody bytes = RequestBody.fromInputStream(body.bytes, body.length);
        Links.Target target = relay.target;
        return relay.uploadId == null
                ? access.as(who)
                        .putObject(
                                put ->
                                        put.bucket(target.bucket())
                                                .key(target.key())
                                                .contentType(body.type)
                                                .checksumSHA256(slice.sha256()),
                                bytes)
                        .eTag()
                : access.as(who)
                        .uploadPart(
                                part ->
                                        part.bucket(target.bucket())
                                                .key(target.key())
                                                .uploadId(relay.uploadId)
                                                .partNumber(slice.number())
                                                .checksumSHA256(slice.sha256()),
                                bytes)
                        .eTag();
    }
}
