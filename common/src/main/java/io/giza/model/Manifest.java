package io.giza.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a PUT record says of its object: everything that is needed to find, decode and describe it.
 *
 * @param data where the bytes are
 * @param size the object's size in bytes
 * @param etag the ETag without quotes
 * @param checksums S3 checksums by lower-case algorithm name, base64
 * @param headers the stored response headers (Content-Type and its kin) by lower-case name
 * @param userMetadata user metadata by lower-case name without the x-amz-meta- prefix
 * @param tags the tags that it was put with
 * @param created when the put was accepted by its gateway; never part of any safety argument
 */
public record Manifest(
        DataLocation data,
        long size,
        String etag,
        Map<String, String> checksums,
        Map<String, String> headers,
        Map<String, String> userMetadata,
        Map<String, String> tags,
        Instant created) {
    public Manifest {
        if (size < 0) {
            throw new IllegalArgumentException("size must not be negative: " + size);
        }
        checksums = Map.copyOf(checksums);
        headers = Map.copyOf(headers);
        userMetadata = Map.copyOf(userMetadata);
        tags = Map.copyOf(tags);
    }

    /** Returns this with other tags, as an annotation gave them. */
    public Manifest withTags(Map<String, String> other) {
        return new Manifest(data, size, etag, checksums, headers, userMetadata, other, created);
    }

    /** Returns where the object's fragments are, or empty where it is stored inline. */
    public Optional<Fragmented> fragmented() {
        return data instanceof Fragmented fragmented ? Optional.of(fragmented) : Optional.empty();
    }

    /** Where an object's bytes are. */
    public sealed interface DataLocation {}

    /**
     * The object travels in its manifest: it is visible as soon as its record is chosen.
     *
     * @param content all of the object's bytes
     */
    public record Inline(Bytes content) implements DataLocation {}

    /**
     * The object is cut into stripes and coded into one fragment per data center.
     *
     * @param account the storage account whose name is part of the fragments' names
     * @param coding the scheme
     * @param stripeSize bytes of user data per stripe
     * @param placement the logical data center of fragment 0, 1, ... n-1; no name twice
     */
    public record Fragmented(String account, Coding coding, int stripeSize, List<DcName> placement)
            implements DataLocation {
        public Fragmented {
            placement = List.copyOf(placement);
            if (placement.size() != coding.fragments()
                    || placement.stream().distinct().count() != placement.size()) {
                throw new IllegalArgumentException(
                        "placement " + placement + " must name one data center per fragment");
            }
            if (stripeSize < 1) {
                throw new IllegalArgumentException("stripe size must be positive: " + stripeSize);
            }
        }
    }
}
