package io.giza.gateway.upload;

import io.giza.gateway.service.UploadService.CompleteResult;
import io.giza.gateway.service.UploadService.DeclaredPart;
import io.giza.model.Manifest;
import io.giza.model.Part;
import io.giza.model.Upload;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An object as its parts make it. Whether they may is decided here, by what the client claims of
 * them and by what is stored.
 *
 * @param parts the parts, in order
 * @param size the object's bytes
 * @param etag the object's ETag, without quotes
 * @param checksums its checksum, if it has one, by lower-case algorithm name
 */
record AssembledObject(List<Part> parts, long size, String etag, Map<String, String> checksums) {
    /** What came of it. */
    sealed interface Result {}

    /** The object. */
    record Made(AssembledObject assembly) implements Result {}

    /** The reason why there is none. */
    record Refused(CompleteResult reason) implements Result {}

    /** Returns what is recorded of the object, whose bytes are at {@code location}. */
    Manifest manifest(Upload upload, Manifest.DataLocation location, Instant created) {
        return new Manifest(
                location,
                size,
                etag,
                checksums,
                upload.headers(),
                upload.userMetadata(),
                upload.tags(),
                created.truncatedTo(ChronoUnit.MILLIS));
    }

    /**
     * Makes an object of parts.
     *
     * @param stored the parts that are stored, at least those that are claimed and are there
     * @param leastBytes of every part but the last
     */
    static Result of(
            Upload upload,
            List<DeclaredPart> declaredParts,
            List<PartRows.Stored> stored,
            long leastBytes) {
        Map<Integer, PartRows.Stored> byNumber = new HashMap<>();
        stored.forEach(each -> byNumber.put(each.number(), each));
        List<Part> parts = new ArrayList<>();
        List<String> md5s = new ArrayList<>();
        long size = 0;
        for (DeclaredPart declaredPart : declaredParts) {
            PartRows.Stored found = byNumber.get(declaredPart.number());
            if (found == null || !matches(declaredPart, found.manifest())) {
                return new Refused(
                        new CompleteResult.InvalidPart(declaredPart.number(), declaredPart.etag()));
            }
            Manifest manifest = found.manifest();
            boolean last = declaredPart.number() == declaredParts.getLast().number();
            if (!last && manifest.size() < leastBytes) {
                return new Refused(
                        new CompleteResult.TooSmall(
                                declaredPart.number(),
                                declaredPart.etag(),
                                manifest.size(),
                                leastBytes));
            }
            Optional<String> checksum =
                    Optional.ofNullable(
                            manifest.checksums().get(upload.checksumOrDefault().algorithm()));
            if (!(manifest.data() instanceof Manifest.Direct data)
                    || (checksum.isEmpty() && upload.checksum().isPresent())) {
                return new Refused(
                        new CompleteResult.InvalidPart(declaredPart.number(), declaredPart.etag()));
            }
            parts.add(new Part(declaredPart.number(), found.id(), manifest.size(), checksum, data));
            md5s.add(manifest.etag());
            size += manifest.size();
        }
        Upload.Checksum kind = upload.checksumOrDefault();
        Map<String, String> checksums =
                parts.stream().allMatch(part -> part.checksum().isPresent())
                        ? Map.of(kind.algorithm(), PartDigests.checksum(kind, parts))
                        : Map.of();
        // Parts have a checksum of their own only where the client chose its kind, as in S3.
        List<Part> own =
                upload.checksum().isPresent()
                        ? parts
                        : parts.stream().map(AssembledObject::withoutChecksum).toList();
        return new Made(new AssembledObject(own, size, PartDigests.etag(md5s), checksums));
    }

    private static Part withoutChecksum(Part part) {
        return new Part(part.number(), part.id(), part.size(), Optional.empty(), part.data());
    }

    private static boolean matches(DeclaredPart declaredPart, Manifest manifest) {
        return declaredPart.etag().equals(manifest.etag())
                && declaredPart.checksums().entrySet().stream()
                        .allMatch(
                                each ->
                                        each.getValue()
                                                .equals(manifest.checksums().get(each.getKey())));
    }
}
