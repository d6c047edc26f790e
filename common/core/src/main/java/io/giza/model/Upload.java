package io.giza.model;

import io.giza.acl.AccessControlList;
import io.giza.lock.VersionLock;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What was said of an object when its upload was begun.
 *
 * @param headers the response headers to store, by lower-case name
 * @param userMetadata user metadata by lower-case name without the x-amz-meta- prefix
 * @param tags the object's tags
 * @param checksum of what kind its checksum is to be, if the client said so
 * @param account the name of the account that began it
 * @param initiated when; never part of any safety argument
 * @param lock what is to keep the object's version from being deleted
 * @param encryption how its parts are encrypted, if they are
 * @param acl who is to own the object, and what they granted; empty as in {@link Manifest}
 */
public record Upload(
        Map<String, String> headers,
        Map<String, String> userMetadata,
        Map<String, String> tags,
        Optional<Checksum> checksum,
        String account,
        Instant initiated,
        VersionLock lock,
        Optional<Encryption> encryption,
        Optional<AccessControlList> acl) {
    /** An upload of an object as {@link Manifest} has it without more. */
    public Upload(
            Map<String, String> headers,
            Map<String, String> userMetadata,
            Map<String, String> tags,
            Optional<Checksum> checksum,
            String account,
            Instant initiated) {
        this(
                headers,
                userMetadata,
                tags,
                checksum,
                account,
                initiated,
                VersionLock.NONE,
                Optional.empty(),
                Optional.empty());
    }

    public Upload {
        headers = Map.copyOf(headers);
        userMetadata = Map.copyOf(userMetadata);
        tags = Map.copyOf(tags);
    }

    /** Returns this with an encryption. */
    public Upload withEncryption(Encryption other) {
        return new Upload(
                headers,
                userMetadata,
                tags,
                checksum,
                account,
                initiated,
                lock,
                Optional.of(other),
                acl);
    }

    /** Returns of what kind its checksum is: the client's, or else that of S3. */
    public Checksum checksumOrDefault() {
        return checksum.orElse(Checksum.DEFAULT);
    }

    /**
     * A kind of checksum.
     *
     * @param algorithm its lower-case name
     * @param type over what it is taken
     */
    public record Checksum(String algorithm, Type type) {
        /** What S3 chooses where the client does not. */
        public static final Checksum DEFAULT = new Checksum("crc64nvme", Type.FULL_OBJECT);

        /** Over what a checksum is taken. */
        public enum Type {
            /** Over the checksums of the parts. */
            COMPOSITE,
            /** Over all of the object's bytes. */
            FULL_OBJECT
        }
    }
}
