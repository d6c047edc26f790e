package io.giza.gateway.upload;

import io.giza.gateway.service.UploadService.CompleteResult;
import io.giza.gateway.service.UploadService.DeclaredPart;
import io.giza.model.Manifest;
import io.giza.model.Part;
import io.giza.model.Upload;

import org.jspecify.annotations.Nullable;

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
    record Refused(CompleteResult reason) implements Result, PartCheck {}

    /** What comes of one part. */
    private sealed interface PartCheck {}

    /**
     * The part may be one of the object's.
     *
     * @param md5 the ETag of the part
     */
    private record Accepted(Part part, String md5) implements PartCheck {}

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
                created.truncatedTo(ChronoUnit.MILLIS),
                upload.lock(),
                upload.encryption(),
                upload.acl());
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
        List<Accepted> accepted = new ArrayList<>();
        for (DeclaredPart declaredPart : declaredParts) {
            PartRows.Stored found = byNumber.get(declaredPart.number());
            boolean isLast = declaredPart.number() == declaredParts.getLast().number();
            switch (check(upload, declaredPart, found, isLast ? 0 : leastBytes)) {
                case Refused refused -> {
                    return refused;
                }
                case Accepted part -> accepted.add(part);
            }
        }
        return new Made(assemble(upload, accepted));
    }

    /** Decides whether a stored part is what the client claims, and can be one of the object's. */
    private static PartCheck check(
            Upload upload,
            DeclaredPart declaredPart,
            PartRows.@Nullable Stored found,
            long leastBytes) {
        int number = declaredPart.number();
        CompleteResult invalid = new CompleteResult.InvalidPart(number, declaredPart.etag());
        if (found == null || !matches(declaredPart, found.manifest())) {
            return new Refused(invalid);
        }
        Manifest manifest = found.manifest();
        if (manifest.size() < leastBytes) {
            return new Refused(
                    new CompleteResult.TooSmall(
                            number, declaredPart.etag(), manifest.size(), leastBytes));
        }
        Optional<String> checksum =
                Optional.ofNullable(
                        manifest.checksums().get(upload.checksumOrDefault().algorithm()));
        if (!(manifest.data() instanceof Manifest.Direct data)
                || (checksum.isEmpty() && upload.checksum().isPresent())) {
            return new Refused(invalid);
        }
        return new Accepted(
                new Part(number, found.id(), manifest.size(), checksum, data), manifest.etag());
    }

    private static AssembledObject assemble(Upload upload, List<Accepted> accepted) {
        List<Part> parts = accepted.stream().map(Accepted::part).toList();
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
        long size = parts.stream().mapToLong(Part::size).sum();
        String etag = PartDigests.etag(accepted.stream().map(Accepted::md5).toList());
        return new AssembledObject(own, size, etag, checksums);
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
