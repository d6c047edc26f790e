package io.giza.gateway.upload;

import io.giza.gateway.upload.UploadService.Claim;
import io.giza.gateway.upload.UploadService.CompleteResult;
import io.giza.model.Manifest;
import io.giza.model.Part;
import io.giza.model.Upload;

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
record Assembly(List<Part> parts, long size, String etag, Map<String, String> checksums) {
    /** What came of it. */
    sealed interface Result {}

    /** The object. */
    record Made(Assembly assembly) implements Result {}

    /** The reason why there is none. */
    record Refused(CompleteResult reason) implements Result {}

    /**
     * Makes an object of parts.
     *
     * @param stored the parts that are stored, at least those that are claimed and are there
     * @param leastBytes of every part but the last
     */
    static Result of(
            Upload upload, List<Claim> claims, List<PartRows.Stored> stored, long leastBytes) {
        Map<Integer, PartRows.Stored> byNumber = new HashMap<>();
        stored.forEach(each -> byNumber.put(each.number(), each));
        List<Part> parts = new ArrayList<>();
        List<String> md5s = new ArrayList<>();
        long size = 0;
        for (Claim claim : claims) {
            PartRows.Stored found = byNumber.get(claim.number());
            if (found == null || !isMeant(claim, found.manifest())) {
                return new Refused(new CompleteResult.InvalidPart(claim.number(), claim.etag()));
            }
            Manifest manifest = found.manifest();
            boolean last = claim.number() == claims.getLast().number();
            if (!last && manifest.size() < leastBytes) {
                return new Refused(
                        new CompleteResult.TooSmall(
                                claim.number(), claim.etag(), manifest.size(), leastBytes));
            }
            Optional<String> checksum =
                    Optional.ofNullable(
                            manifest.checksums().get(upload.checksumOrDefault().algorithm()));
            if (!(manifest.data() instanceof Manifest.Direct data)
                    || (checksum.isEmpty() && upload.checksum().isPresent())) {
                return new Refused(new CompleteResult.InvalidPart(claim.number(), claim.etag()));
            }
            parts.add(new Part(claim.number(), found.id(), manifest.size(), checksum, data));
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
                        : parts.stream().map(Assembly::withoutChecksum).toList();
        return new Made(new Assembly(own, size, PartDigests.etag(md5s), checksums));
    }

    private static Part withoutChecksum(Part part) {
        return new Part(part.number(), part.id(), part.size(), Optional.empty(), part.data());
    }

    private static boolean isMeant(Claim claim, Manifest manifest) {
        return claim.etag().equals(manifest.etag())
                && claim.checksums().entrySet().stream()
                        .allMatch(
                                each ->
                                        each.getValue()
                                                .equals(manifest.checksums().get(each.getKey())));
    }
}
