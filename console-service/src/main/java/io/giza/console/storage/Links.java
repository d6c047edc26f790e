package io.giza.console.storage;

import io.giza.console.cluster.Credentials;

import org.jspecify.annotations.Nullable;

import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Signs URLs that browsers use instead of the console. */
public final class Links {
    private static final Duration UPLOAD = Duration.ofMinutes(15);

    private final S3Access access;

    /** Signs. */
    public Links(S3Access access) {
        this.access = access;
    }

    /**
     * An object.
     *
     * @param version one of its versions, or null for the newest
     */
    public record Target(String bucket, String key, @Nullable String version) {}

    /**
     * A part of an upload.
     *
     * @param number from 1 on
     * @param sha256 of its bytes, in base 64; the gateway refuses others
     */
    public record Slice(int number, String sha256) {}

    /**
     * Returns a URL that has a browser save an object, or show an image where it is part of a page.
     * A page of the object's own would be on the origin of S3 and is not asked for.
     */
    public String download(Credentials who, Target target, Duration lasting) {
        GetObjectRequest get =
                GetObjectRequest.builder()
                        .bucket(target.bucket)
                        .key(target.key)
                        .versionId(target.version)
                        .responseContentDisposition(attachment(target.key))
                        .build();
        try (S3Presigner presigner = access.presigner(who)) {
            return presigner
                    .presignGetObject(
                            request -> request.signatureDuration(lasting).getObjectRequest(get))
                    .url()
                    .toString();
        }
    }

    /** Returns a URL to put a whole object by, which takes these bytes and no others. */
    public String put(Credentials who, Target target, String type, String sha256) {
        try (S3Presigner presigner = access.presigner(who)) {
            return presigner
                    .presignPutObject(
                            request ->
                                    request.signatureDuration(UPLOAD)
                                            .putObjectRequest(
                                                    put ->
                                                            put.bucket(target.bucket)
                                                                    .key(target.key)
                                                                    .contentType(type)
                                                                    .checksumSHA256(sha256)))
                    .url()
                    .toString();
        }
    }

    /** Returns URLs to put parts of an upload by, in the order of the parts. */
    public List<String> parts(Credentials who, Target target, String uploadId, List<Slice> slices) {
        try (S3Presigner presigner = access.presigner(who)) {
            return slices.stream()
                    .map(
                            slice ->
                                    presigner
                                            .presignUploadPart(
                                                    request ->
                                                            request.signatureDuration(UPLOAD)
                                                                    .uploadPartRequest(
                                                                            part ->
                                                                                    part.bucket(
                                                                                                    target.bucket)
                                                                                            .key(
                                                                                                    target.key)
                                                                                            .uploadId(
                                                                                                    uploadId)
                                                                                            .partNumber(
                                                                                                    slice.number)
                                                                                            .checksumSHA256(
                                                                                                    slice.sha256)))
                                            .url()
                                            .toString())
                    .toList();
        }
    }

    /** The last segment of a key as the name of a file (RFC 6266). */
    static String attachment(String key) {
        String trimmed = key.endsWith("/") ? key.substring(0, key.length() - 1) : key;
        String name = trimmed.substring(trimmed.lastIndexOf('/') + 1);
        StringBuilder encoded = new StringBuilder("attachment; filename*=UTF-8''");
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xff);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || "-._".indexOf(c) >= 0);
            encoded.append(plain ? String.valueOf(c) : "%%%02X".formatted((int) c));
        }
        return encoded.toString();
    }
}
