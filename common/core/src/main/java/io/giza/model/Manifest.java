package io.giza.model;

import io.giza.acl.AccessControlList;
import io.giza.lock.VersionLock;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

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
 * @param lock what keeps the version from being deleted
 * @param encryption how its bytes are encrypted, if they are; the bytes of its parts, too
 * @param acl who owns it, and what they granted; empty where it is the bucket's owner's alone
 */
public record Manifest(
        DataLocation data,
        long size,
        String etag,
        Map<String, String> checksums,
        Map<String, String> headers,
        Map<String, String> userMetadata,
        Map<String, String> tags,
        Instant created,
        VersionLock lock,
        Optional<Encryption> encryption,
        Optional<AccessControlList> acl) {
    /** An object of the bucket's owner alone that is neither locked nor encrypted. */
    public Manifest(
            DataLocation data,
            long size,
            String etag,
            Map<String, String> checksums,
            Map<String, String> headers,
            Map<String, String> userMetadata,
            Map<String, String> tags,
            Instant created) {
        this(
                data,
                size,
                etag,
                checksums,
                headers,
                userMetadata,
                tags,
                created,
                VersionLock.NONE,
                Optional.empty(),
                Optional.empty());
    }

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
        return with(other, created, lock, encryption, acl);
    }

    /** Returns this locked otherwise, as its bucket has it or an annotation says. */
    public Manifest withLock(VersionLock other) {
        return with(tags, created, other, encryption, acl);
    }

    /** Returns this with an encryption, or none. */
    public Manifest withEncryption(Optional<Encryption> other) {
        return with(tags, created, lock, other, acl);
    }

    /** Returns this with another list, as an annotation gave it. */
    public Manifest withAcl(AccessControlList other) {
        return with(tags, created, lock, encryption, Optional.of(other));
    }

    /** Returns this with another time. */
    public Manifest withCreated(Instant other) {
        return with(tags, other, lock, encryption, acl);
    }

    private Manifest with(
            Map<String, String> otherTags,
            Instant otherCreated,
            VersionLock otherLock,
            Optional<Encryption> otherEncryption,
            Optional<AccessControlList> otherAcl) {
        return new Manifest(
                data,
                size,
                etag,
                checksums,
                headers,
                userMetadata,
                otherTags,
                otherCreated,
                otherLock,
                otherEncryption,
                otherAcl);
    }

    /** Returns how many bytes are stored of an object that was put at once, or of one part. */
    public long storedSize() {
        return storedSizeOf(size);
    }

    /** Returns how many bytes are stored of {@code bytes} that are one stream of the object. */
    public long storedSizeOf(long bytes) {
        return encryption.isPresent() ? Encryption.storedBytes(bytes) : bytes;
    }

    /**
     * Returns where the object's own fragments are; empty where it is stored inline, or in parts,
     * which are puts of their own: then it is visible as soon as its record is chosen.
     */
    public Optional<Fragmented> fragmented() {
        return data instanceof Fragmented fragmented ? Optional.of(fragmented) : Optional.empty();
    }

    /** Returns how many parts the object was uploaded in, empty if it was put at once. */
    public OptionalInt partCount() {
        return switch (data) {
            case Parts parts -> OptionalInt.of(parts.parts().size());
            case StoredParts stored -> OptionalInt.of(stored.count());
            case Inline _, Fragmented _ -> OptionalInt.empty();
        };
    }

    /** Where an object's bytes are. */
    public sealed interface DataLocation {}

    /** Where the bytes of a single put are. */
    public sealed interface Direct extends DataLocation {}

    /**
     * The object is made of parts, each a put into its own row ({@link UploadRows#part}), and each
     * visible before the object's record was proposed.
     *
     * @param upload the upload that it comes from
     * @param parts in order, at least one
     */
    public record Parts(UploadId upload, List<Part> parts) implements DataLocation {
        public Parts {
            parts = List.copyOf(parts);
            requireOrder(parts);
        }

        private static void requireOrder(List<Part> parts) {
            int last = 0;
            for (Part part : parts) {
                if (part.number() <= last) {
                    throw new IllegalArgumentException(
                            "part " + part.number() + " comes after part " + last);
                }
                last = part.number();
            }
            if (parts.isEmpty()) {
                throw new IllegalArgumentException("an object of no parts");
            }
        }
    }

    /**
     * The object is made of so many parts that their list is itself a put ({@link
     * UploadRows#list}), visible before the object's record was proposed.
     *
     * @param upload the upload that it comes from
     * @param count how many parts there are
     * @param list the put of the list
     * @param bytes the list's size
     * @param data where the list is
     */
    public record StoredParts(UploadId upload, int count, PutId list, long bytes, Direct data)
            implements DataLocation {
        public StoredParts {
            if (count < 1 || count > UploadRows.MAX_PART) {
                throw new IllegalArgumentException("an object of " + count + " parts");
            }
            if (bytes < 1) {
                throw new IllegalArgumentException("a list of " + bytes + " bytes");
            }
        }
    }

    /**
     * The object travels in its manifest: it is visible as soon as its record is chosen.
     *
     * @param content all of the object's bytes
     */
    public record Inline(Bytes content) implements Direct {}

    /**
     * The object is cut into stripes and coded into one fragment per data center.
     *
     * @param account the storage account whose name is part of the fragments' names
     * @param coding the scheme
     * @param stripeSize bytes of user data per stripe
     * @param placement the logical data center of fragment 0, 1, ... n-1; no name twice
     * @param needed the fragments that make the version visible by themselves, ascending; whoever
     *     saw fewer shows it only once a record says that it is. Empty in a record from before
     *     there were such records: then it is visible as soon as it decodes
     */
    public record Fragmented(
            String account,
            Coding coding,
            int stripeSize,
            List<DcName> placement,
            List<Integer> needed)
            implements Direct {
        /** A put from before records said that versions are visible. */
        public Fragmented(String account, Coding coding, int stripeSize, List<DcName> placement) {
            this(account, coding, stripeSize, placement, List.of());
        }

        public Fragmented {
            placement = List.copyOf(placement);
            needed = List.copyOf(needed);
            if (!needed.isEmpty()) {
                requireNeeded(coding, needed);
            }
            if (placement.size() != coding.fragments()
                    || placement.stream().distinct().count() != placement.size()) {
                throw new IllegalArgumentException(
                        "placement " + placement + " must name one data center per fragment");
            }
            if (stripeSize < 1) {
                throw new IllegalArgumentException("stripe size must be positive: " + stripeSize);
            }
        }

        private static void requireNeeded(Coding coding, List<Integer> needed) {
            boolean ascending =
                    needed.equals(needed.stream().distinct().sorted().toList())
                            && needed.getFirst() >= 0
                            && needed.getLast() < coding.fragments();
            if (!ascending || needed.size() < coding.dataFragments()) {
                throw new IllegalArgumentException(
                        "the fragments " + needed + " of " + coding + " are not enough");
            }
        }
    }
}
